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
import { SEEN_FIELDS, type Seen, seenVisit } from "./phone.tsx";
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

/** Does what the pressed button says. `state` is what was typed, without blank rows. */
async function postStep(
  c: DashboardContext,
  subject: FormSubject,
  values: FormValues,
  sent: FieldsOf<typeof FIELDS>,
  state: FormState,
  names: readonly string[],
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { step } = sent;
  const typed = readState(subject.shape, values.entries);
  const show = async (shown: FormState, more: Partial<FormPage> = {}) =>
    pageResponse(await subject.page({ state: shown, ...more }));
  const [, moved, position] = /^move:(offers\[\d+\]):(\d+)$/.exec(step) ?? [];
  if (moved !== undefined) {
    const to = Number(position);
    return show(moveRow(typed, moved, to), { focus: `offers[${to}]` });
  }
  if (step === "offer:add") {
    const added = await addOffers(c, typed, subject.shape, sent);
    return show(added, { focus: `offers[${(added.rows.get("offers")?.length ?? 1) - 1}]`, pasted: "" });
  }
  const [, action, target = ""] = /^(add|remove):(.*)$/.exec(step) ?? [];
  if (action === "add") return show(addRow(typed, target), { focus: target });
  if (action === "remove") {
    return show(removeRow(typed, target), { focus: target.replace(/\[\d+\]$/, "") });
  }
  if (step.startsWith(SLUG_STEP)) {
    return show(await postSlugStep(c, subject.link?.id ?? null, step, typed), { focus: SLUG });
  }
  if (step.startsWith("template:")) {
    const changed = await postTemplateStep(step, typed, sent, workspace.actor, dependencies);
    return show(changed, { templateName: "", focus: "tracking.utm.source" });
  }
  if (step === "pick") return show(typed, { focus: "page.pick" });
  if (step === "show") return show(typed);
  try {
    const definition = definitionIn(subject, state);
    if (step !== "preview") {
      const rejected = mistakesToReject(definition, subject.original, sent[REJECTED_IDS]);
      if (rejected.length === 0) return await subject.save(definition, values);
      const problems = problemsOf(explained(validationFailed(rejected), names), names);
      const rejectedIds = rejectedText(rejected);
      return pageResponse(await subject.page({ state, problems, rejectedIds }), 400);
    }
    const preview = await previewLink(
      workspace.actor,
      { definition, link: subject.link ?? undefined, visit: seenVisit(sent) },
      dependencies,
    );
    return await show(state, { preview, focus: "preview" });
  } catch (error) {
    throw explained(error, names);
  }
}

/** The definition in a form. Throws `unsupported_retailer_intent` and `validation_failed`. */
export function definitionIn({ shape, original }: Pick<FormSubject, "shape" | "original">, state: FormState) {
  const { body, problems } = bodyOf(shape, state, original);
  if (problems.length > 0) throw validationFailed(problems);
  return parseDefinition(body);
}
