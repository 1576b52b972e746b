import { Hono } from "hono";
import { requireProjectManager } from "../../access/permissions.ts";
import { addExamples } from "../../first-steps/add-examples.ts";
import { dismissFirstSteps } from "../../first-steps/dismiss-first-steps.ts";
import { removeExamples } from "../../first-steps/remove-examples.ts";
import { AskPage } from "../components/ask-page.tsx";
import { seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv, Place } from "../frame/context.ts";
import { type FormScreen, showForm, takeForm } from "../frame/form-screen.ts";
import type { FormProblems } from "../frame/forms.ts";

/** What the overview says after a form of its checklist. */
export const FIRST_STEPS_MESSAGES = {
  "examples-made": "There are three example links now. Open one, and scan its code.",
  "examples-removed": "The examples were removed: their links are switched off.",
};

const load = (c: DashboardContext): void => requireProjectManager(c.var.place.actor);

const filling: FormScreen<void> = {
  load,
  page: (c, _, __, problems) => (
    <FormPage place={c.var.place} title="Fill in examples" action="examples" problems={problems}>
      Three links are made in a project of their own: a cart, a product and a choice of shops. They have no
      visits until somebody scans them.
    </FormPage>
  ),
  async save(c) {
    const { place, dependencies, origins } = c.var;
    await addExamples(place.actor, { ...dependencies, origins });
    return seeOther(`${place.base}?done=examples-made`);
  },
};

const removing: FormScreen<void> = {
  load,
  page: (c, _, __, problems) => (
    <FormPage
      place={c.var.place}
      title="Remove the examples"
      action="remove-examples"
      emphasis="danger"
      problems={problems}
    >
      The example links are switched off, and their project is archived unless it has other links by now.
      Nothing else is touched. They can be filled in again.
    </FormPage>
  ),
  async save(c) {
    const { place, dependencies, origins } = c.var;
    await removeExamples(place.actor, { ...dependencies, origins });
    return seeOther(`${place.base}?done=examples-removed`);
  },
};

const dismissing: FormScreen<void> = {
  load,
  page: (c, _, __, problems) => (
    <FormPage place={c.var.place} title="Dismiss the first steps" action="dismiss" problems={problems}>
      The checklist is not shown to any owner any more. Examples stay as they are.
    </FormPage>
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await dismissFirstSteps(place.actor, dependencies);
    return seeOther(place.base);
  },
};

/** The forms of the checklist, below /first-steps. */
export const firstStepsForms = new Hono<DashboardEnv>()
  .get("/examples", showForm(filling))
  .post("/examples", takeForm(filling))
  .get("/remove-examples", showForm(removing))
  .post("/remove-examples", takeForm(removing))
  .get("/dismiss", showForm(dismissing))
  .post("/dismiss", takeForm(dismissing));

/** Says what a form of the checklist is going to do. */
const FormPage = ({
  place,
  title,
  action,
  emphasis = "primary",
  problems,
  children,
}: {
  place: Place;
  /** Also what the button says. */
  title: string;
  action: string;
  emphasis?: "primary" | "danger";
  problems: FormProblems;
  children: string;
}) => (
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
    <p>{children}</p>
  </AskPage>
);
