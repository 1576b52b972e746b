import * as z from "zod";
import type { BulkEdit } from "../../../extras/bulk-edits/bulk-edit.ts";
import { startBulkEdit } from "../../../extras/bulk-edits/start-bulk-edit.ts";
import type { LinksChange } from "../../../features/links/links-change.ts";
import { chosenLinks } from "../../../features/links/summarize-links.ts";
import { tagText } from "../../../features/retailers/parts.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { parse } from "../../../ground/core/validation.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen, idempotentPart, incompleteForm, requireFields } from "../layout/form-screen.ts";
import { allTexts, type FieldsOf, type FormValues, oneOf, oneText } from "../layout/forms.ts";
import { editProgressPath } from "../panels/running-edits.tsx";
import { ALL_MATCHING, BULK_ACTIONS, type BulkAction, TAG_FIELD } from "./bulk-bar.tsx";
import { listPage } from "./link-list.tsx";
import { loadList } from "./list-view.ts";

const FIELDS = {
  action: oneOf(BULK_ACTIONS),
  link: allTexts,
  list: oneText,
  [ALL_MATCHING]: oneText,
  [TAG_FIELD]: oneText,
};
type Input = FieldsOf<typeof FIELDS>;

/** Does the bulk action of the pressed button. If it fails, the list is shown again. */
export const doBulkAction = formScreen({
  fields: FIELDS,
  marked: ["link", TAG_FIELD],
  load() {},
  async page(c, _, values, problems) {
    const search = new URLSearchParams(values.text("list"));
    const bulk = { chosen: values.all("link"), tag: values.text(TAG_FIELD), problems };
    return listPage(await loadList(c, search, bulk));
  },
  save: act,
});

async function act(c: DashboardContext, input: Input, form: FormValues): Promise<Response> {
  const path = `${c.var.workspace.base}/links`;
  const { action, link, list } = input;
  if (!action) throw incompleteForm();
  const isAll = input[ALL_MATCHING] !== "";
  if (isAll) requireFields(form, ["list"]);
  const linkIds = isAll ? [] : chosenLinks(link);
  if (action === "export") {
    const search = new URLSearchParams(isAll ? { list } : linkIds.map((id) => ["link", id]));
    return seeOther(`${path}/export?${search}`);
  }
  // Switching off and changes of the whole list need a confirmation.
  if (action === "switch_off" || action === "edit" || isAll)
    return seeOther(`${path}/bulk-edit?${planQuery(input, action, linkIds)}`);
  return changeChosen(c, linkIds, changeOf(input, action), list, form);
}

/** Changes the chosen links at once. */
async function changeChosen(
  c: DashboardContext,
  linkIds: readonly string[],
  change: LinksChange,
  list: string,
  form: FormValues,
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const task = { kind: "change", selection: { linkIds }, change } as const;
  // A browser goes back to the list with the same key: other links or another action are another bulk edit.
  const part = JSON.stringify([linkIds, change]);
  const idempotency = await idempotentPart(c, form, part, task, ({ id }: BulkEdit) => id);
  const edit = { task, list, total: linkIds.length, idempotency };
  return seeOther(editProgressPath(workspace, await startBulkEdit(workspace.actor, edit, dependencies)));
}

const tagForm = z.object({ [TAG_FIELD]: tagText() });

function changeOf({ [TAG_FIELD]: tag }: Input, action: "switch_on" | "add_tag" | "remove_tag"): LinksChange {
  if (action === "switch_on") return { status: "active" };
  if (tag === "") throw validationFailed([{ field: TAG_FIELD, message: "enter a tag" }]);
  const tagOf = (text: string) => parse(tagForm, { [TAG_FIELD]: text })[TAG_FIELD];
  // A tag that an API caller made may contain a comma or semicolon, and can be removed.
  if (action === "remove_tag") return { removeTags: [tagOf(tag)] };
  const texts = tag.split(/[,;]/).flatMap((text) => text.trim() || []);
  return { addTags: [...new Set((texts.length > 0 ? texts : [tag]).map(tagOf))] };
}

/** The query of the plan for an action, or of the form for the action "edit". Without `linkIds`, on all of the list. */
function planQuery(
  { list, [TAG_FIELD]: tag }: Input,
  action: Exclude<BulkAction, "export">,
  linkIds: readonly string[],
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
