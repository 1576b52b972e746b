import { Hono } from "hono";
import { requireProjectManager } from "../../access/permissions.ts";
import { addExamples, removeExamples } from "../../first-steps/examples.ts";
import { dismissFirstSteps } from "../../first-steps/first-steps.ts";
import { AskPage } from "../components/ask-page.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { type FormScreen, showForm, takeForm } from "../layout/form-screen.ts";

/** What the overview says after a form of its checklist. */
export const FIRST_STEPS_MESSAGES = {
  "examples-made": "There are three example links now. Open one, and scan its code.",
  "examples-removed": "The examples were removed: their links are switched off.",
};

interface Step {
  /** Also what the button says. */
  title: string;
  /** Its address below /first-steps. */
  action: string;
  /** What is going to happen. */
  text: string;
  emphasis?: "primary" | "danger";
  run: (c: DashboardContext) => Promise<unknown>;
  /** The message that the overview shows afterwards. */
  done?: keyof typeof FIRST_STEPS_MESSAGES;
}

/** Says what is going to happen, does it when the form is sent, and leads back to the overview. */
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

const filling = stepForm({
  title: "Fill in examples",
  action: "examples",
  text: "Three links are made in a project of their own: a cart, a product and a choice of shops. They have no visits until somebody scans them.",
  run: ({ var: { place, dependencies, origins } }) => addExamples(place.actor, { ...dependencies, origins }),
  done: "examples-made",
});

const removing = stepForm({
  title: "Remove the examples",
  action: "remove-examples",
  text: "The example links are switched off, and their project is archived unless it has other links by now. Nothing else is touched. They can be filled in again.",
  emphasis: "danger",
  run: ({ var: { place, dependencies, origins } }) =>
    removeExamples(place.actor, { ...dependencies, origins }),
  done: "examples-removed",
});

const dismissing = stepForm({
  title: "Dismiss the first steps",
  action: "dismiss",
  text: "The checklist is not shown to any owner any more. Examples stay as they are.",
  run: ({ var: { place, dependencies } }) => dismissFirstSteps(place.actor, dependencies),
});

/** The forms of the checklist, below /first-steps. */
export const firstStepsForms = new Hono<DashboardEnv>()
  .get("/examples", showForm(filling))
  .post("/examples", takeForm(filling))
  .get("/remove-examples", showForm(removing))
  .post("/remove-examples", takeForm(removing))
  .get("/dismiss", showForm(dismissing))
  .post("/dismiss", takeForm(dismissing));
