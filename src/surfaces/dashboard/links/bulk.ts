import * as z from "zod";
import type { ChangedLink } from "../../../features/links/change-link.ts";
import { changeLinks } from "../../../features/links/change-links.ts";
import type { LinksChange } from "../../../features/links/links-change.ts";
import { MAX_CHOSEN_LINKS } from "../../../features/links/summarize-links.ts";
import { tagText } from "../../../features/retailers/parts.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { parse } from "../../../ground/core/validation.ts";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { idempotentPart } from "../layout/form-screen.ts";
import {
  allTexts,
  type FieldsOf,
  type FormValues,
  fieldReader,
  oneNumber,
  oneOf,
  oneText,
} from "../layout/forms.ts";
import { ALL_MATCHING, BULK_ACTIONS, type BulkAction, TAG_FIELD } from "./bulk-bar.tsx";
import { listAgain } from "./list-query.ts";

export type ChangingAction = Exclude<BulkAction, "export" | "edit">;
export type DoneAction = ChangingAction | "edit";

const DONE_MESSAGES: Readonly<Record<DoneAction, readonly [one: string, several: string]>> = {
  add_tag: ["has the tag", "have the tag"],
  remove_tag: ["no longer has the tag", "no longer have the tag"],
  switch_on: ["is on", "are on"],
  switch_off: ["is off", "are off"],
  edit: ["was changed", "were changed"],
};

/** What an action did, such as "12 links are on." */
export const doneText = (action: DoneAction, count: number): string =>
  `${linksOf(count)} ${DONE_MESSAGES[action][count === 1 ? 0 : 1]}.`;

/** The action of the message: a change of the status alone has its own. The rows of a file are no change of the status. */
export function actionOf({ status, ...others }: LinksChange): DoneAction {
  if (status === undefined || Object.keys(others).length > 0) return "edit";
  return status === "active" ? "switch_on" : "switch_off";
}

export const BULK_FIELDS = {
  action: oneOf(BULK_ACTIONS),
  link: allTexts,
  list: oneText,
  [ALL_MATCHING]: oneText,
  [TAG_FIELD]: oneText,
};
export type BulkInput = FieldsOf<typeof BULK_FIELDS>;

/** A link for which an action failed, and the error code. */
export interface Failure {
  linkId: string;
  error?: string;
}

/** Reads what an action did, from the URL after it. */
export const readResult = fieldReader({
  done: oneOf(Object.keys(DONE_MESSAGES) as DoneAction[]), // the keys of a constant
  count: oneNumber.pipe(z.int().min(0).max(9999).catch(0)),
  list: oneText,
  tag: oneText,
  failed: allTexts.transform((texts) =>
    texts.slice(0, MAX_CHOSEN_LINKS).map((text): Failure => {
      const [linkId = "", error = ""] = text.split(" ");
      return { linkId, error };
    }),
  ),
});

/** The message of the list after an action, such as "12 links are off."; null without one. */
export function doneIn(search: URLSearchParams): string | null {
  const { done: action, count } = readResult(search);
  return action && count > 0 ? doneText(action, count) : null;
}

const tagForm = z.object({ [TAG_FIELD]: tagText() });

function changeOf({ [TAG_FIELD]: tag }: BulkInput, action: ChangingAction): LinksChange {
  if (action === "switch_on") return { status: "active" };
  if (action === "switch_off") return { status: "inactive" };
  if (tag === "") throw validationFailed([{ field: TAG_FIELD, message: "enter a tag" }]);
  const tags = [parse(tagForm, { [TAG_FIELD]: tag })[TAG_FIELD]];
  return action === "add_tag" ? { addTags: tags } : { removeTags: tags };
}

/** Does an action of the bulk bar to the chosen links. */
export const changeChosen = (
  c: DashboardContext,
  input: BulkInput,
  action: ChangingAction,
  form: FormValues,
): Promise<Response> =>
  changeEach(c, form, input.link, changeOf(input, action), {
    action,
    list: input.list,
    tag: input[TAG_FIELD],
  });

/**
 * Changes links separately and redirects to the list, or to a page with the links that failed, each with its error code. Each
 * link is changed once, however often the form is sent and with whichever other links. `part` is what the button or form
 * does, for whatever values.
 */
export async function changeEach(
  c: DashboardContext,
  form: FormValues,
  linkIds: readonly string[],
  change: LinksChange,
  {
    action,
    part = action,
    list,
    tag = "",
  }: { action: DoneAction; part?: DoneAction; list: string; tag?: string },
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const idempotencyOf = (linkId: string) =>
    idempotentPart(c, form, `${part} ${linkId}`, change, ({ link }: ChangedLink) => link.id);
  const outcomes = await changeLinks(workspace.actor, { linkIds, change, idempotencyOf }, dependencies);
  const failed = outcomes.filter(({ error }) => error);
  const done = { done: action, count: String(outcomes.length - failed.length) };
  const path = `${workspace.base}/links`;
  if (failed.length === 0) return seeOther(listAgain(path, list, done));
  const result = new URLSearchParams({ ...done, list, ...(tag !== "" && { tag }) });
  for (const { linkId, error } of failed) result.append("failed", `${linkId} ${error}`);
  return seeOther(`${path}/result?${result}`);
}

/** The query of the plan for a bulk action, or of the form for the action "edit". Without `linkIds`, on all of the list. */
export function planQuery(
  { list, [TAG_FIELD]: tag }: BulkInput,
  action: Exclude<BulkAction, "export">,
  linkIds: readonly string[] = [],
): URLSearchParams {
  const search = new URLSearchParams({ list });
  for (const id of linkIds) search.append("link", id);
  if (action !== "edit") search.set("step", "plan");
  if (action === "switch_on") search.set("status", "active");
  if (action === "switch_off") search.set("status", "inactive");
  if (action === "add_tag") search.set("addTags", tag);
  if (action === "remove_tag") search.set("removeTags", tag);
  return search;
}
