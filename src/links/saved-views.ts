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

interface SavedViewDependencies {
  db: D1Database;
  now: () => Date;
}

/** A member can see, replace and remove a view only if it names no project that the member can't access. */
const isVisible = (actor: MemberActor, view: SavedView): boolean =>
  projectsOf(view).every((projectId) => reachesProject(actor, projectId));

/** The saved views that the member can see, by name. Throws `insufficient_scope` and `service_unavailable`. */
export async function listSavedViews(actor: MemberActor, { db }: { db: D1Database }): Promise<SavedView[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  return (await readSavedViews(db, actor.organizationId)).filter((view) => isVisible(actor, view));
}

/**
 * Saves a view for the whole organization, replacing a view of the same name, and returns it. Throws
 * `insufficient_scope`, `project_access_denied`, `validation_failed`, also at the limit or if the name belongs to a
 * view that the member can't see, `precondition_failed` if somebody else saves it concurrently, and
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
    throw validationFailed([{ field: "name", message: "is already used by another view" }]);
  const activity = activityOf(actor, view.name, [{ field: "query", to: view.query }], now());
  if (await writeSavedView(db, view, before, activity)) return view;
  const { length } = await readSavedViews(db, actor.organizationId);
  if (before || length < MAX_SAVED_VIEWS)
    throw new ServiceError("precondition_failed", "Somebody else has just changed this view. Save it again.");
  const message = `can't be saved: the limit is ${MAX_SAVED_VIEWS} views`;
  throw validationFailed([{ field: "name", message }]);
}

/** Removes the view of this name, if the member can see it. Throws `insufficient_scope` and `service_unavailable`. */
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
