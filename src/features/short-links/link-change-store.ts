import { allRows, firstValue, runStatement } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { MAY_EARN } from "./commission.ts";

/** A link that changed, as the triggers on `links` and `link_addresses` recorded it. */
export interface LinkChange {
  /** The short id of a link, or the address of a GTIN that a link no longer has: see `addressKey`. */
  shortId: string;
  changedAt: string;
}

/** Records links as changed at `time`, like the trigger. */
export async function recordChanges(db: D1Database, shortIds: readonly string[], time: Date): Promise<void> {
  const sql = `INSERT INTO link_changes (short_id, changed_at) SELECT value, ?2 FROM json_each(?1) WHERE TRUE
    ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at`;
  await runStatement(db, sql, JSON.stringify(shortIds), time.toISOString());
}

const RECORD_LINKS = (condition: string) =>
  `INSERT INTO link_changes (short_id, changed_at) SELECT short_id, ?1 FROM links WHERE ${condition}
   ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at`;

/**
 * Records every link as changed at `time`, or every link that may earn a commission, so that their copies are published again.
 * Returns their number.
 */
export async function recordEveryLink(db: D1Database, time: Date, ofLinks = "TRUE"): Promise<number> {
  return await runStatement(db, RECORD_LINKS(ofLinks), time.toISOString());
}

/** The statement that records the links of a project that may earn a commission, if `made` is true. `at`: in ISO 8601. */
export const recordLinksOf = (
  db: D1Database,
  { organizationId, id }: { organizationId: string; id: string },
  at: string,
  made: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      RECORD_LINKS(`organization_id = ?2 AND project_id = ?3 AND ${MAY_EARN} AND ${guardSql(made, 4)}`),
    )
    .bind(at, organizationId, id, ...made.values);

/** How many links of a project wait to be published again. */
export async function countChanges(
  db: D1Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<number> {
  const sql = `SELECT count(*) AS links FROM link_changes CROSS JOIN links ON links.short_id = link_changes.short_id
    WHERE organization_id = ?1 AND project_id = ?2`;
  return (await firstValue<number>(db, sql, organizationId, id)) ?? 0;
}

/** Up to `limit` changes made by `until`, the oldest first. */
export async function readChanges(db: D1Database, until: Date, limit: number): Promise<LinkChange[]> {
  const sql = `SELECT short_id AS shortId, changed_at AS changedAt FROM link_changes
    WHERE changed_at <= ?1 ORDER BY changed_at LIMIT ?2`;
  return allRows<LinkChange>(db, sql, until.toISOString(), limit);
}

/** Deletes these changes. A later change of the same link stays. */
export async function deleteChanges(db: D1Database, changes: readonly LinkChange[]): Promise<void> {
  const sql = `DELETE FROM link_changes WHERE (short_id, changed_at) IN
    (SELECT value ->> 'shortId', value ->> 'changedAt' FROM json_each(?1))`;
  await runStatement(db, sql, JSON.stringify(changes));
}

/** Sets the time of a change to `time`, unless the link has changed since. */
export async function postponeChange(
  db: D1Database,
  { shortId, changedAt }: LinkChange,
  time: Date,
): Promise<void> {
  const sql = "UPDATE link_changes SET changed_at = ?3 WHERE short_id = ?1 AND changed_at = ?2";
  await runStatement(db, sql, shortId, changedAt, time.toISOString());
}
