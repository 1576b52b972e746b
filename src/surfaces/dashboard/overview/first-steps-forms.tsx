import { Hono } from "hono";
import { addExamples, removeExamples } from "../../../extras/first-steps/examples.ts";
import { dismissFirstSteps } from "../../../extras/first-steps/first-steps.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import { AskPage } from "../components/ask-page.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { type FormScreen, showForm, takeForm } from "../layout/form-screen.ts";

/** The messages of the overview after a form of the checklist. */
export const FIRST_STEPS_MESSAGES = {
  "examples-made": "Three example links were added. Open one and scan its code.",
  "examples-removed": "The examples were removed. Their links are off.",
  "time-zone": "The time zone was set. It takes effect within ten seconds.",
};

interface Step {
  /** Also the label of the button. */
  title: string;
  /** The path below /first-steps. */
  action: string;
  /** What will happen. */
  text: string;
  emphasis?: "primary" | "danger";
  run: (c: DashboardContext) => Promise<unknown>;
  /** The message that the overview shows afterwards. */
  done?: keyof typeof FIRST_STEPS_MESSAGES;
}

/** Says what will happen, does it when the form is sent, and returns to the overview. */
const stepForm = ({ title, action, text, emphasis = "primary", run, done }: Step): FormScreen<void> => ({
  load: (c) => requireProjectManager(c.var.place.actor),
  page: ({ var: { place } }, _, __, problems) => (
    <AskPage
      place={place}
      here="Overview"
      title={title}
      action={`${place.base}/first-steps/${action}`}
      problem={problems.form}
      emphasis={emphasis}
      button={title}
      back={{ href: place.base }}
    >
      <p>{text}</p>
    </AskPage>
  ),
  async save(c) {
    await run(c);
    const { base } = c.var.place;
    return seeOther(done === undefined ? base : `${base}?done=${done}`);
  },
});

const addingExamples = stepForm({
  title: "Add examples",
  action: "examples",
  text: "This creates three links in a separate project: a cart, a product and a choice of shops. They have no visits until someone scans them.",
  run: ({ var: { place, dependencies, origins } }) => addExamples(place.actor, { ...dependencies, origins }),
  done: "examples-made",
});

const removingExamples = stepForm({
  title: "Remove the examples",
  action: "remove-examples",
  text: "The example links are switched off. Their project is archived unless it has other links. You can add the examples again.",
  emphasis: "danger",
  run: ({ var: { place, dependencies, origins } }) =>
    removeExamples(place.actor, { ...dependencies, origins }),
  done: "examples-removed",
});

const hiding = stepForm({
  title: "Hide the first steps",
  action: "dismiss",
  text: "No owner will see the checklist again. Examples stay.",
  run: ({ var: { place, dependencies } }) => dismissFirstSteps(place.actor, dependencies),
});

/** The forms of the checklist, below /first-steps. */
export const firstStepsForms = new Hono<DashboardEnv>()
  .get("/examples", showForm(addingExamples))
  .post("/examples", takeForm(addingExamples))
  .get("/remove-examples", showForm(removingExamples))
  .post("/remove-examples", takeForm(removingExamples))
  .get("/dismiss", showForm(hiding))
  .post("/dismiss", takeForm(hiding));
