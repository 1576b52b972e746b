import type { Preview } from "../../../features/links/destination-preview.ts";
import { previewLink } from "../../../features/links/preview-links.ts";
import type { LinkDefinition } from "../../../features/retailers/definition.ts";
import { parseDefinition } from "../../../features/retailers/parse-definition.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { problemsOf, submit } from "../layout/form-screen.ts";
import {
  type FieldsOf,
  type FormProblems,
  type FormValues,
  fieldReader,
  oneText,
  readForm,
} from "../layout/forms.ts";
import { postSlugStep, SLUG, SLUG_STEP } from "./advice.tsx";
import { CONDITION_STEP, withConditionStep } from "./conditions.tsx";
import { bodyOf } from "./form-body.ts";
import { explained, mistakesToReject, namesOf, REJECTED_IDS, rejectedText } from "./form-problems.ts";
import type { FormShape } from "./form-shape.ts";
import {
  addRow,
  type FormState,
  moveRow,
  readState,
  removeRow,
  withNeededRows,
  withoutBlankRows,
} from "./form-state.ts";
import { addOffers, OFFER_FIELDS, OFFER_PASTE } from "./offer-steps.ts";
import { SEEN_FIELDS, type Seen, seenVisit } from "./seen-as.tsx";
import { withEvenedShares } from "./shares.ts";
import { postTemplateStep, TEMPLATE_FIELDS, TEMPLATE_NAME } from "./utm-picker.tsx";

/** What one page of the form shows. */
export interface FormPage {
  state: FormState;
  problems?: FormProblems;
  preview?: Preview;
  /** The control that gets the focus if nothing is wrong. */
  focus?: string | undefined;
  templateName?: string;
  /** The text in the field that adds an offer. */
  pasted?: string;
  /** Probable mistakes that the form is rejected for, once; see `REJECTED_IDS`. */
  rejectedIds?: string;
  /** What is chosen in the menus of the phone; absent: nothing yet. */
  seen?: Seen;
  /** Whether the form was just opened. */
  fresh?: boolean;
}

/** The link that a form creates or changes. */
export interface FormSubject {
  shape: FormShape;
  /** The definition that the form was opened with. */
  original: object;
  /** The link that is changed; null for a new one. */
  link: { id: string; domain: string } | null;
  page(page: FormPage): Promise<Markup>;
  save(definition: LinkDefinition, values: FormValues): Promise<Response>;
}

const FIELDS = {
  step: oneText.transform((step) => step || "save"),
  ...TEMPLATE_FIELDS,
  ...OFFER_FIELDS,
  ...SEEN_FIELDS,
  [REJECTED_IDS]: oneText,
};
const readFields = fieldReader(FIELDS);

/**
 * Handles a submitted form by the button that was pressed: it saves, previews, or shows the form with another row.
 * `subjectOf` checks access.
 */
export async function submitForm(
  c: DashboardContext,
  subjectOf: (c: DashboardContext, values: FormValues) => Promise<FormSubject>,
): Promise<Response> {
  const values = await readForm(c);
  const subject = await subjectOf(c, values);
  const state = withoutBlankRows(readState(subject.shape, values.entries));
  const sent = readFields(values.entries);
  const names = [...namesOf(subject.shape, withNeededRows(state, subject.shape)), TEMPLATE_NAME, OFFER_PASTE];
  const shown = { templateName: sent[TEMPLATE_NAME], pasted: sent[OFFER_PASTE], seen: sent };
  const page = (more: FormPage) => subject.page({ ...shown, ...more });
  return submit(
    c,
    names,
    () => postStep(c, { ...subject, page }, values, sent, state, names),
    (problems) => page({ state, problems }),
  );
}

/** A form whose button was pressed. */
interface PressedForm {
  c: DashboardContext;
  subject: FormSubject;
  sent: FieldsOf<typeof FIELDS>;
  /** What was typed, with blank rows. */
  typed: FormState;
}

/** Shows the form after a step. `matched`: what the groups of the step's pattern matched. */
type StepHandler = (form: PressedForm, ...matched: string[]) => FormPage | Promise<FormPage>;

/** The steps that show the form again; any other step previews or saves. */
const STEPS: readonly [step: RegExp, handler: StepHandler][] = [
  [
    /^move:(offers\[\d+\]):(\d+)$/,
    ({ typed }, moved = "", position = "") => {
      const to = Number(position);
      return { state: moveRow(typed, moved, to), focus: `offers[${to}]` };
    },
  ],
  [
    /^offer:add$/,
    async ({ c, subject, sent, typed }) => {
      const state = withEvenedShares(typed, await addOffers(c, typed, subject.shape, sent));
      return { state, focus: `offers[${(state.rows.get("offers")?.length ?? 1) - 1}]`, pasted: "" };
    },
  ],
  [/^add:(.*)$/, ({ typed }, target = "") => ({ state: addRow(typed, target), focus: target })],
  [
    /^remove:(.*)$/,
    ({ typed }, target = "") => ({
      state: withEvenedShares(typed, removeRow(typed, target)),
      focus: target.replace(/\[\d+\]$/, ""),
    }),
  ],
  [
    new RegExp(`^${SLUG_STEP}`),
    async ({ c, subject, sent, typed }) => ({
      state: await postSlugStep(c, subject.link?.id ?? null, sent.step, typed),
      focus: SLUG,
    }),
  ],
  [
    /^template:/,
    async ({ c: { var: variables }, sent, typed }) => {
      const { workspace, dependencies } = variables;
      const state = await postTemplateStep(sent.step, typed, sent, workspace.actor, dependencies);
      return { state, templateName: "", focus: "tracking.utm.source" };
    },
  ],
  [CONDITION_STEP, ({ typed }, ...step) => withConditionStep(typed, step)],
  [/^pick$/, ({ typed }) => ({ state: typed, focus: "page.pick" })],
  [/^show$/, ({ typed }) => ({ state: typed })],
];

/** Does what the pressed button says. `state` is what was typed, without blank rows. */
async function postStep(
  c: DashboardContext,
  subject: FormSubject,
  values: FormValues,
  sent: FieldsOf<typeof FIELDS>,
  state: FormState,
  names: readonly string[],
): Promise<Response> {
  const typed = readState(subject.shape, values.entries);
  for (const [step, handle] of STEPS) {
    const [match, ...matched] = step.exec(sent.step) ?? [];
    if (match !== undefined)
      return pageResponse(await subject.page(await handle({ c, subject, sent, typed }, ...matched)));
  }
  try {
    const definition = definitionIn(subject, state);
    return sent.step === "preview"
      ? await previewed(c, subject, definition, sent, state)
      : await saved(subject, definition, values, sent, state, names);
  } catch (error) {
    throw explained(error, names);
  }
}

/** Shows where the link would redirect. */
async function previewed(
  c: DashboardContext,
  subject: FormSubject,
  definition: LinkDefinition,
  sent: FieldsOf<typeof FIELDS>,
  state: FormState,
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const preview = await previewLink(
    workspace.actor,
    { definition, link: subject.link ?? undefined, visit: seenVisit(sent) },
    dependencies,
  );
  return pageResponse(await subject.page({ state, preview, focus: "preview" }));
}

/** Saves the link, unless the form has probable mistakes for which it was not rejected yet. */
async function saved(
  subject: FormSubject,
  definition: LinkDefinition,
  values: FormValues,
  sent: FieldsOf<typeof FIELDS>,
  state: FormState,
  names: readonly string[],
): Promise<Response> {
  const rejected = mistakesToReject(definition, subject.original, sent[REJECTED_IDS]);
  if (rejected.length === 0) return subject.save(definition, values);
  const problems = problemsOf(explained(validationFailed(rejected), names), names);
  return pageResponse(await subject.page({ state, problems, rejectedIds: rejectedText(rejected) }), 400);
}

/** The definition in a form. Throws `unsupported_retailer_intent` and `validation_failed`. */
export function definitionIn({ shape, original }: Pick<FormSubject, "shape" | "original">, state: FormState) {
  const { body, problems } = bodyOf(shape, state, original);
  if (problems.length > 0) throw validationFailed(problems);
  return parseDefinition(body);
}
