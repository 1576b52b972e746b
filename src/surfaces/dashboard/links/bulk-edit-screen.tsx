import type { BulkEdit } from "../../../extras/bulk-edits/bulk-edit.ts";
import { startBulkEdit } from "../../../extras/bulk-edits/start-bulk-edit.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { countSelected, planLinksChange } from "../../../features/links/edit-links.ts";
import type { LinkSelection, LinksChange } from "../../../features/links/links-change.ts";
import { chosenLinks } from "../../../features/links/summarize-links.ts";
import { tagText, trackingOptions } from "../../../features/retailers/parts.ts";
import { type FieldProblem, ServiceError, validationFailed } from "../../../ground/core/errors.ts";
import { tagForms } from "../../../ground/core/tags.ts";
import { timeOfLocal } from "../../../ground/core/zone.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen, problemsOf, requireFields, type SentForm } from "../layout/form-screen.ts";
import {
  allTexts,
  type FieldsOf,
  type FormProblems,
  type FormValues,
  fieldReader,
  fieldsNamed,
  formValues,
  NO_PROBLEMS,
  oneOf,
  oneText,
  optionalText,
  searchOf,
} from "../layout/forms.ts";
import { editProgressPath } from "../panels/running-edits.tsx";
import { bulkEditPage, EDIT_FIELDS, UTM_FIELDS } from "./bulk-edit-page.tsx";
import { PlanPage } from "./bulk-plan-page.tsx";
import { matchingFilter } from "./list-query.ts";

/** Some tags, separated by commas or lines. */
const tags = oneText.transform((text) => tagForms(text.split(/[\n,;]/)));

/** The fields of the form and of its plan. */
const FIELDS = {
  ...{ step: oneText, list: oneText, link: allTexts, planned: oneText },
  ...{ status: oneOf(["active", "inactive"]), addTags: tags, removeTags: tags },
  ...fieldsNamed(
    UTM_FIELDS.map((name) => `utm.${name}` as const),
    optionalText,
  ),
  ...{ activeFrom: oneText, activeUntil: oneText, clear: allTexts },
};
type Input = FieldsOf<typeof FIELDS>;
const readInput = fieldReader(FIELDS);

const readSelection = fieldReader({ list: FIELDS.list, link: FIELDS.link, planned: FIELDS.planned });

/**
 * The links of a screen or form: chosen ones, or else all of the list that existed at the time of the plan. Throws
 * `malformed_request` without both: no list is not the list of all links. A form needs the time of its plan too.
 */
function selectionIn(values: FormValues, isForm = false): LinkSelection {
  const { link, list, planned: text } = readSelection(values.entries);
  const linkIds = link.filter((id) => id !== "");
  if (linkIds.length > 0) return { linkIds: chosenLinks(linkIds) };
  requireFields(values, isForm ? ["list", "planned"] : ["list"]);
  const filter = matchingFilter(list);
  if (!filter) throw validationFailed([{ field: "list", message: "is not a list of links" }]);
  const planned = Date.parse(text);
  const createdTo = Math.min(filter.createdTo?.getTime() ?? Infinity, planned || Infinity);
  return { filter: { ...filter, ...(createdTo < Infinity && { createdTo: new Date(createdTo) }) } };
}

/** The form of the change, or its plan, by `?step=`. */
export async function showBulkEdit(c: DashboardContext): Promise<Response> {
  const { workspace } = c.var;
  requireScope(workspace.actor, CHANGE_LINK_SCOPE);
  const values = formValues(searchOf(c));
  if (values.text("step") !== "plan") return pageResponse(await editPage(c, values, NO_PROBLEMS));
  try {
    return pageResponse(await planPage(c, values, NO_PROBLEMS));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
    return pageResponse(await editPage(c, values, problemsOf(error, EDIT_FIELDS)), 400);
  }
}

async function editPage(c: DashboardContext, values: FormValues, problems: FormProblems) {
  const { workspace, dependencies } = c.var;
  const selection = selectionIn(values);
  return bulkEditPage(c, values, problems, await countSelected(workspace.actor, selection, dependencies));
}

async function planPage(c: DashboardContext, values: FormValues, problems: FormProblems) {
  const { workspace, dependencies } = c.var;
  // Links that are created from now on do not join the plan.
  if (values.text("planned") === "") values.entries.set("planned", dependencies.now().toISOString());
  const input = readInput(values.entries);
  const change = await changeIn(c, input);
  const plan = await planLinksChange(
    workspace.actor,
    { selection: selectionIn(values), change },
    dependencies,
  );
  return <PlanPage {...{ c, values, change, plan }} problem={problems.form} />;
}

/** The change in a form. Throws `validation_failed`, also for a form without any change. */
async function changeIn(c: DashboardContext, input: Input): Promise<LinksChange> {
  const zone = await c.var.dependencies.zones.find(c.var.workspace.actor.organizationId);
  const problems: FieldProblem[] = [];
  for (const field of ["addTags", "removeTags"] as const)
    if (!input[field].every((tag) => tagText().safeParse(tag).success))
      problems.push({ field, message: "must be tags of at most 80 characters" });
  const time = (field: "activeFrom" | "activeUntil") => {
    const text = input[field];
    const found = text === "" ? null : timeOfLocal(text, zone);
    if (text !== "" && !found)
      problems.push({ field, message: "must be a date and a time, such as 2026-12-01 09:00" });
    return found ? { [field]: found.toISOString() } : {};
  };
  const utm = Object.fromEntries(
    UTM_FIELDS.map((name) => [name, input[`utm.${name}`]]).filter(([, text]) => text !== undefined),
  );
  const parsed = trackingOptions.shape.utm.safeParse(utm);
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push({ field: `utm.${String(path[0])}`, message });
  const schedule = { ...time("activeFrom"), ...time("activeUntil") };
  if (
    schedule.activeFrom !== undefined &&
    schedule.activeUntil !== undefined &&
    schedule.activeUntil <= schedule.activeFrom
  )
    problems.push({ field: "activeUntil", message: "The end must be after the start." });
  const { status, addTags, removeTags, clear: cleared } = input;
  const change: LinksChange = {
    ...(status && { status }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(cleared.includes("utm") ? { utm: null } : Object.keys(utm).length > 0 && { utm }),
    ...(cleared.includes("schedule") ? { schedule: null } : Object.keys(schedule).length > 0 && { schedule }),
  };
  if (problems.length > 0) throw validationFailed(problems);
  if (Object.keys(change).length === 0)
    throw validationFailed([{ field: "status", message: "Choose at least one change." }]);
  return change;
}

/** Starts the change of the selected links. */
export const applyBulkEdit = formScreen({
  fields: FIELDS,
  marked: EDIT_FIELDS,
  load() {},
  page: (c, _, values, problems) => planPage(c, values, problems),
  save: apply,
});

async function apply(c: DashboardContext, input: Input, form: SentForm<void>): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const selection = selectionIn(form, true);
  const task = { kind: "change", selection, change: await changeIn(c, input) } as const;
  const total = await countSelected(workspace.actor, selection, dependencies);
  const idempotency = await form.write(({ id }: BulkEdit) => id);
  const edit = { task, list: input.list, total, idempotency };
  return seeOther(editProgressPath(workspace, await startBulkEdit(workspace.actor, edit, dependencies)));
}
