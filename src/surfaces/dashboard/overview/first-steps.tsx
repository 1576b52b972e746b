import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps as Steps,
} from "../../../extras/first-steps/first-steps.ts";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { CREATE_LINK_SCOPE } from "../../../features/links/create-link.ts";
import { Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Empty } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";

interface StepLabels {
  path: string;
  title: string;
  hint: string;
}

const LABELS: Readonly<Record<FirstStep, StepLabels>> = {
  zone: { path: "/time-zone", title: "Set your time zone", hint: "Times and days of visits follow it." },
  link: { path: "/links/new", title: "Create a link", hint: "Paste the URL of a product or a cart." },
  scan: {
    path: "/links",
    title: "Scan its code",
    hint: "With a phone, from the screen or from paper.",
  },
  invite: { path: "/members/new", title: "Invite someone", hint: "To create links, or only to see numbers." },
  key: {
    path: "/keys/new",
    title: "Connect your website",
    hint: "With an API key, to create links automatically.",
  },
};

/** A link needs a project first. */
const PROJECT: StepLabels = {
  path: "/projects/new",
  title: "Start with a project",
  hint: "Links belong to projects, such as a brand or a client.",
};

/** The first steps of a new organization, until all are done or someone hides them. */
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
        <Button emphasis="plain">Hide</Button>
      </Form>
    </div>
    <ol>
      {FIRST_STEPS.map((step) => {
        const { path, title, hint } = step === "link" && projects.length === 0 ? PROJECT : LABELS[step];
        return (
          <li data-step={step} class={done.has(step) ? "done" : undefined}>
            <a href={`${base}${path}`}>{title}</a>
            {done.has(step) && <span class="hidden"> (done)</span>}
            <small>{hint}</small>
            {step === "zone" && !done.has("zone") && <ZoneOffer base={base} />}
          </li>
        );
      })}
    </ol>
    {examples && !examples.isRemoved ? (
      <div class="examples">
        <p class="hint">
          There are <a href={`${base}/links?tag=example`}>three example links</a>, in a separate project.
        </p>
        <LinkButton href={`${base}/first-steps/remove-examples`}>Remove the examples…</LinkButton>
      </div>
    ) : (
      // Not needed by an organization that has links.
      !done.has("link") && (
        <div class="examples">
          <p class="hint">Or look at three examples: a cart, a product and a choice of shops.</p>
          <Form action={`${base}/first-steps/examples`}>
            <Button emphasis="plain">Add examples</Button>
          </Form>
        </div>
      )
    )}
  </section>
);

/** Offers the time zone of the browser in one click. The script `live` knows it, and shows the form. */
const ZoneOffer = ({ base }: { base: string }) => (
  <div data-zone-offer="" hidden>
    <Form action={`${base}/time-zone`}>
      <input type="hidden" name="timeZone" />
      <input type="hidden" name="back" value="overview" />
      <Button emphasis="plain">Use your browser's time zone</Button>
    </Form>
  </div>
);

/** What to do next in an organization without visits. */
export const NextStep = ({ place, projects }: { place: Place; projects: readonly Project[] }) => {
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
        Links belong to projects. Create one, then create a link and print its code. The scans appear here.
      </Empty>
    );
  }
  if (!hasScope(place.actor, CREATE_LINK_SCOPE)) {
    return (
      <Empty title="No visits yet">Once someone scans a code, the numbers appear here within a minute.</Empty>
    );
  }
  return (
    <Empty
      title="Create a link"
      action={
        <LinkButton href={`${place.base}/links`} emphasis="primary">
          Go to the links
        </LinkButton>
      }
    >
      A link opens a cart, a product or a recipe. Print its code. The scans appear here within a minute.
    </Empty>
  );
};
