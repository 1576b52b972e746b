import type { MemberActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import type { Activity, FieldChange } from "../audit/activity.ts";
import { validationFailed } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { parse } from "../core/validation.ts";
import { CHANGE_LINK_SCOPE } from "./change-link.ts";
import { LIST_LINKS_SCOPE } from "./list-links.ts";
import { MAX_SAVED_VIEWS, type SavedView, savedView } from "./saved-view.ts";
import { deleteSavedView, readSavedViews, writeSavedView } from "./saved-view-store.ts";

/** What the verbs that change views use. */
interface SavedViewDependencies {
  db: D1Database;
  now: () => Date;
}

/** The saved views of the member's organization, by name. Throws `insufficient_scope` and `service_unavailable`. */
export function listSavedViews(actor: MemberActor, { db }: { db: D1Database }): Promise<SavedView[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  return readSavedViews(db, actor.organizationId);
}

/**
 * Saves a view for everyone of the organization; one of the same name is replaced. Gives it. Throws `insufficient_scope`,
 * `validation_failed`, also where the organization has as many as it may have, and `service_unavailable`.
 */
export async function saveView(
  actor: MemberActor,
  input: SavedView,
  { db, now }: SavedViewDependencies,
): Promise<SavedView> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const view = parse(savedView, input);
  const activity = activityOf(actor, view.name, [{ field: "query", to: view.query }], now());
  if (await writeSavedView(db, view, activity)) return view;
  const message = `can't be saved: there are ${MAX_SAVED_VIEWS} views, as many as there may be`;
  throw validationFailed([{ field: "name", message }]);
}

/** Removes a view, if there is one of this name. Throws `insufficient_scope` and `service_unavailable`. */
export async function removeView(
  actor: MemberActor,
  { name }: { name: string },
  { db, now }: SavedViewDependencies,
): Promise<void> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  await deleteSavedView(db, name, activityOf(actor, name, [{ field: "removed", to: true }], now()));
}

const activityOf = (
  { id, type, organizationId }: MemberActor,
  name: string,
  changes: FieldChange[],
  now: Date,
): Activity => ({
  id: newId("act", now),
  organizationId,
  at: now.toISOString(),
  actor: { type, id },
  object: { type: "saved_view", id: name },
  changes,
});
