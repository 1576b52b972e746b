import * as z from "zod";
import type { ChangedLink } from "../../../features/links/change-link.ts";
import { changeLinks } from "../../../features/links/change-links.ts";
import type { LinksChange } from "../../../features/links/links-change.ts";
import { tagText } from "../../../features/retailers/parts.ts";
import { ServiceError, validationFailed } from "../../../ground/core/errors.ts";
import { parse } from "../../../ground/core/validation.ts";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormValues, idempotentPart } from "../layout/forms.ts";
import { BULK_ACTIONS, type BulkAction, TAG_FIELD } from "./bulk-bar.tsx";
import { listAgain } from "./list-query.ts";

/** The actions that change links. */
export type ChangingAction = Exclude<BulkAction, "export" | "edit">;
/** The actions with a message. */
export type DoneAction = ChangingAction | "edit";

/** The end of a message such as "12 links are on." */
export const DONE_MESSAGES: Readonly<Record<DoneAction, (count: number) => string>> = {
  add_tag: (count) => (count === 1 ? "has the tag" : "have the tag"),
  remove_tag: (count) => (count === 1 ? "no longer has the tag" : "no longer have the tag"),
  switch_on: (count) => (count === 1 ? "is on" : "are on"),
  switch_off: (count) => (count === 1 ? "is off" : "are off"),
  edit: (count) => (count === 1 ? "was changed" : "were changed"),
};

/** The action in the URL of a result; null for any other text. */
export const doneActionIn = (text: string | null): DoneAction | null =>
  text !== null && Object.hasOwn(DONE_MESSAGES, text) ? (text as DoneAction) : null; // a key of the messages

/** The action of the message: a change of the status alone has its own. */
export function actionOf({ status, ...others }: LinksChange): DoneAction {
  if (Object.keys(others).length > 0) return "edit";
  return status === "active" ? "switch_on" : "switch_off";
}

/** The action of the pressed button. Throws `malformed_request` for an unknown one. */
export function bulkActionIn(values: FormValues): BulkAction {
  const action = BULK_ACTIONS.find((each) => each === values.text("action"));
  if (action) return action;
  throw new ServiceError("malformed_request", "The form is incomplete. Open it again.");
}

/** The message of the list after an action, such as "12 links are off."; null without one. */
export function doneIn(search: URLSearchParams): string | null {
  const action = doneActionIn(search.get("done"));
  const count = countIn(search);
  return action && count > 0 ? `${linksOf(count)} ${DONE_MESSAGES[action](count)}.` : null;
}

/** How many links an action changed, from the URL after it; 0 by default. */
export function countIn(search: URLSearchParams): number {
  const text = search.get("count") ?? "";
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

const tagForm = z.object({ [TAG_FIELD]: tagText() });

function changeOf(values: FormValues, action: ChangingAction): LinksChange {
  if (action === "switch_on") return { status: "active" };
  if (action === "switch_off") return { status: "inactive" };
  const tag = values.text(TAG_FIELD);
  if (tag === "") throw validationFailed([{ field: TAG_FIELD, message: "enter a tag" }]);
  const tags = [parse(tagForm, { [TAG_FIELD]: tag })[TAG_FIELD]];
  return action === "add_tag" ? { addTags: tags } : { removeTags: tags };
}

/**
 * Changes the chosen links separately and redirects to the list, or to a page with the links that failed. Each link is
 * changed once, however often the form is sent and with whichever other links.
 */
export async function changeChosen(
  c: DashboardContext,
  values: FormValues,
  action: ChangingAction,
): Promise<Response> {
  const { workspace, dependencies, origins } = c.var;
  const change = changeOf(values, action);
  const outcomes = await changeLinks(
    workspace.actor,
    {
      linkIds: values.all("link"),
      change,
      idempotencyOf: (linkId) =>
        idempotentPart(c, values, `${action} ${linkId}`, change, ({ link }: ChangedLink) => link.id),
    },
    { ...dependencies, origins },
  );
  const failed = outcomes.flatMap(({ linkId, error }) => (error ? [`${linkId} ${error}`] : []));
  const count = outcomes.length - failed.length;
  return seeOther(
    resultPath(
      `${workspace.base}/links`,
      values.text("list"),
      { action, count, failed },
      values.text(TAG_FIELD),
    ),
  );
}

/** The path after a bulk action: the list, or the page with the links that failed, each with its error code. */
export function resultPath(
  path: string,
  list: string,
  { action, count, failed }: { action: DoneAction; count: number; failed: readonly string[] },
  tag = "",
): string {
  if (failed.length === 0) return listAgain(path, list, { done: action, count: String(count) });
  const result = new URLSearchParams({ done: action, count: String(count), list });
  if (tag !== "") result.set("tag", tag);
  for (const each of failed) result.append("failed", each);
  return `${path}/result?${result}`;
}

/** The query of the plan for a bulk action, or of the form for the action "edit". Without `linkIds`, on all of the list. */
export function planQuery(
  values: FormValues,
  action: Exclude<BulkAction, "export">,
  linkIds: readonly string[] = [],
): URLSearchParams {
  const search = new URLSearchParams({ list: values.text("list") });
  for (const id of linkIds) search.append("link", id);
  if (action !== "edit") search.set("step", "plan");
  if (action === "switch_on") search.set("status", "active");
  if (action === "switch_off") search.set("status", "inactive");
  if (action === "add_tag") search.set("addTags", values.text(TAG_FIELD));
  if (action === "remove_tag") search.set("removeTags", values.text(TAG_FIELD));
  return search;
}
