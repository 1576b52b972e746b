import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { label, text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { MemberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { reachesProject, requireReach, requireScope } from "../access/permissions.ts";
import type { Activity, FieldChange } from "../audit/activity.ts";
import { activityStatements, isRecorded } from "../audit/activity-statements.ts";
import { CHANGE_LINK_SCOPE } from "./change-link.ts";
import { LIST_LINKS_SCOPE } from "./list-links.ts";

/** A named set of filters and an order: the query string of the list's URL. */
export const savedView = z.object({ name: label(40), query: text(1, 2000) });
export type SavedView = z.infer<typeof savedView>;

/** The projects that a view filters by. */
export const projectsOf = ({ query }: SavedView): string[] => new URLSearchParams(query).getAll("projectId");

/** Maximum saved views of an organization: all of them are shown as tabs. */
export const MAX_SAVED_VIEWS = 20;

const INSERT = (made: Guard): string =>
  `INSERT INTO saved_views (organization_id, name, query, created_by, created_at) SELECT ?1, ?2, ?3, ?4, ?5
   WHERE ${guardSql(made, 6)} ON CONFLICT (organization_id, name) DO UPDATE SET query = excluded.query`;
const DELETE = (made: Guard): string =>
  `DELETE FROM saved_views WHERE organization_id = ?1 AND name = ?2 AND ${guardSql(made, 3)}`;

/** No view has the name, and the limit isn't reached. */
const isWithinQuota = (organizationId: string, name: string): Guard => ({
  sql: `NOT EXISTS (SELECT 1 FROM saved_views WHERE organization_id = ? AND name = ?)
    AND (SELECT count(*) FROM saved_views WHERE organization_id = ?) < ${MAX_SAVED_VIEWS}`,
  values: [organizationId, name, organizationId],
});
/** The view is unchanged: a different view with this name may belong to projects that the member can't see. */
const isAsRead = (organizationId: string, { name, query }: SavedView): Guard => ({
  sql: "EXISTS (SELECT 1 FROM saved_views WHERE organization_id = ? AND name = ? AND query = ?)",
  values: [organizationId, name, query],
});

/** An organization's saved views, by name; at most MAX_SAVED_VIEWS. May throw `service_unavailable`. */
export async function readSavedViews(db: D1Database, organizationId: string): Promise<SavedView[]> {
  const statement = db
    .prepare(
      "SELECT name, query FROM saved_views WHERE organization_id = ?1 ORDER BY name COLLATE NOCASE, name",
    )
    .bind(organizationId);
  return (await onD1(() => statement.all<SavedView>())).results;
}

/**
 * Writes a view with its activity, replacing `before` or, if below the limit, as a new view. Returns whether it was
 * written. May throw `service_unavailable`.
 */
export async function writeSavedView(
  db: D1Database,
  { name, query }: SavedView,
  before: SavedView | undefined,
  activity: Activity,
): Promise<boolean> {
  const { organizationId, actor, at } = activity;
  const made = isRecorded(activity);
  const values = [organizationId, name, query, actor.id, at, ...made.values];
  const allowed = before ? isAsRead(organizationId, before) : isWithinQuota(organizationId, name);
  const results = await onD1(() =>
    db.batch([...activityStatements(db, activity, allowed), db.prepare(INSERT(made)).bind(...values)]),
  );
  return (results.at(-1)?.meta.changes ?? 0) > 0;
}

/** Deletes a view and records the activity, unless the view has changed. May throw `service_unavailable`. */
export async function deleteSavedView(db: D1Database, view: SavedView, activity: Activity): Promise<void> {
  const { organizationId } = activity;
  const made = isRecorded(activity);
  await onD1(() =>
    db.batch([
      ...activityStatements(db, activity, isAsRead(organizationId, view)),
      db.prepare(DELETE(made)).bind(organizationId, view.name, ...made.values),
    ]),
  );
}

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

const activityOf = (actor: MemberActor, name: string, changes: FieldChange[], now: Date): Activity =>
  accessActivity(
    { actor, at: now.toISOString() },
    actor.organizationId,
    { type: "saved_view", id: name },
    changes,
  );
