import { hasScope } from "../../access/actor.ts";
import { mayManageProjects } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from "../../first-steps/first-steps.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import { Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Empty } from "../components/table.tsx";
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
  steps: Steps;
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

/** What to do first, while nothing happened yet. */
export const FirstSteps = ({ place, projects }: { place: Place; projects: readonly Project[] }) => {
  if (projects.length === 0 && mayManageProjects(place.actor)) {
    return (
      <Empty
        title="Start with a project"
        action={
          <LinkButton href={`${place.base}/projects/new`} emphasis="primary">
            Create a project
          </LinkButton>
        }
      >
        Links belong to projects. Create one, then make a link and print its code; the scans appear here.
      </Empty>
    );
  }
  if (!hasScope(place.actor, CREATE_LINK_SCOPE)) {
    return (
      <Empty title="Nothing happened yet">
        When a link is made and somebody scans its code, the numbers appear here within a minute.
      </Empty>
    );
  }
  return (
    <Empty
      title="Make a link"
      action={
        <LinkButton href={`${place.base}/links`} emphasis="primary">
          Go to the links
        </LinkButton>
      }
    >
      A link leads shoppers to a cart, a product or a recipe. Print its code; the scans appear here within a
      minute.
    </Empty>
  );
};
