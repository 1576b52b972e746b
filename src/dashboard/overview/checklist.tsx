import type { Project } from "../../access/project.ts";
import { FIRST_STEPS, type FirstStep, type FirstSteps } from "../../first-steps/first-steps.ts";
import { Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../layout/context.ts";

interface StepWords {
  path: string;
  title: string;
  hint: string;
}

const WORDS: Readonly<Record<FirstStep, StepWords>> = {
  link: { path: "/links/new", title: "Make a link", hint: "Paste the address of a product or a cart." },
  scan: {
    path: "/links",
    title: "Scan its code",
    hint: "With a phone, from the screen or from paper. This page says so when you did.",
  },
  invite: { path: "/members/new", title: "Invite somebody", hint: "Who makes links, or only reads numbers." },
  key: { path: "/keys/new", title: "Give a program a key", hint: "For your website or your recipes." },
};

/** A link needs a project first. */
const PROJECT: StepWords = {
  path: "/projects/new",
  title: "Start with a project",
  hint: "Links belong to projects, such as a brand or a client.",
};

/** What a new organization does first, until all of it is done or somebody dismisses it. */
export const Checklist = ({
  place: { base },
  projects,
  steps: { done, examples },
}: {
  place: Place;
  projects: readonly Project[];
  steps: FirstSteps;
}) => (
  <section class="panel steps">
    <div class="panel-head">
      <h2>
        First steps{" "}
        <span class="quiet">
          {done.size} of {FIRST_STEPS.length} done
        </span>
      </h2>
      <Form action={`${base}/first-steps/dismiss`}>
        <Button emphasis="plain">Dismiss</Button>
      </Form>
    </div>
    <ol>
      {FIRST_STEPS.map((step) => {
        const { path, title, hint } = step === "link" && projects.length === 0 ? PROJECT : WORDS[step];
        return (
          <li data-step={step} class={done.has(step) ? "done" : undefined}>
            <a href={`${base}${path}`}>{title}</a>
            {done.has(step) && <span class="hidden"> (done)</span>}
            <small>{hint}</small>
          </li>
        );
      })}
    </ol>
    {examples && !examples.isRemoved ? (
      <div class="examples">
        <p class="hint">
          Three example links are among the <a href={`${base}/links?tag=example`}>links</a>, in a project of
          their own.
        </p>
        <LinkButton href={`${base}/first-steps/remove-examples`}>Remove the examples…</LinkButton>
      </div>
    ) : (
      // Who has links of their own needs none.
      !done.has("link") && (
        <div class="examples">
          <p class="hint">Or look at what links can be: a cart, a product and a choice of shops.</p>
          <Form action={`${base}/first-steps/examples`}>
            <Button emphasis="plain">Fill in examples</Button>
          </Form>
        </div>
      )
    )}
  </section>
);
