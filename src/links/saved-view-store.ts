import type { Activity } from "../audit/activity.ts";
import { activityStatements, noted } from "../audit/activity-statements.ts";
import { onD1 } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { MAX_SAVED_VIEWS, type SavedView } from "./saved-view.ts";

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
  const made = noted(activity);
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
  const made = noted(activity);
  await onD1(() =>
    db.batch([
      ...activityStatements(db, activity, isAsRead(organizationId, view)),
      db.prepare(DELETE(made)).bind(organizationId, view.name, ...made.values),
    ]),
  );
}
