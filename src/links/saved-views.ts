import type { MemberActor } from "../access/actor.ts";
import { reachesProject, requireReach, requireScope } from "../access/permissions.ts";
import type { Activity, FieldChange } from "../audit/activity.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { parse } from "../core/validation.ts";
import { CHANGE_LINK_SCOPE } from "./change-link.ts";
import { LIST_LINKS_SCOPE } from "./list-links.ts";
import { MAX_SAVED_VIEWS, projectsOf, type SavedView, savedView } from "./saved-view.ts";
import { deleteSavedView, readSavedViews, writeSavedView } from "./saved-view-store.ts";

/** What the verbs that change views use. */
interface SavedViewDependencies {
  db: D1Database;
  now: () => Date;
}

/** Whether a view names no project but those of the member: only then the member sees, replaces and removes it. */
const isVisible = (actor: MemberActor, view: SavedView): boolean =>
  projectsOf(view).every((projectId) => reachesProject(actor, projectId));

/**
 * The saved views of the member's organization that the member sees, by name. Throws `insufficient_scope` and
 * `service_unavailable`.
 */
export async function listSavedViews(actor: MemberActor, { db }: { db: D1Database }): Promise<SavedView[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  return (await readSavedViews(db, actor.organizationId)).filter((view) => isVisible(actor, view));
}

/**
 * Saves a view for everyone of the organization; one of the same name is replaced. Gives it. Throws `insufficient_scope`,
 * `project_access_denied`, `validation_failed`, also where the organization has as many as it may have or the name is that
 * of a view which the member does not see, `precondition_failed` where somebody else saves it at the same time, and
 * `service_unavailable`.
 */
export async function saveView(
  actor: MemberActor,
  input: SavedView,
  { db, now }: SavedViewDependencies,
): Promise<SavedView> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const view = parse(savedView, input);
  for (const projectId of projectsOf(view)) requireReach(actor, projectId);
  const views = await readSavedViews(db, actor.organizationId);
  const before = views.find(({ name }) => name === view.name);
  if (before && !isVisible(actor, before))
    throw validationFailed([{ field: "name", message: "is that of another view" }]);
  const activity = activityOf(actor, view.name, [{ field: "query", to: view.query }], now());
  if (await writeSavedView(db, view, before, activity)) return view;
  const { length } = await readSavedViews(db, actor.organizationId);
  if (before || length < MAX_SAVED_VIEWS)
    throw new ServiceError("precondition_failed", "Somebody else has just changed this view. Save it again.");
  const message = `can't be saved: the limit is ${MAX_SAVED_VIEWS} views`;
  throw validationFailed([{ field: "name", message }]);
}

/** Removes a view, if the member sees one of this name. Throws `insufficient_scope` and `service_unavailable`. */
export async function removeView(
  actor: MemberActor,
  { name }: { name: string },
  { db, now }: SavedViewDependencies,
): Promise<void> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const view = (await listSavedViews(actor, { db })).find((each) => each.name === name);
  if (view) await deleteSavedView(db, view, activityOf(actor, name, [{ field: "removed", to: true }], now()));
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
