import { allRows, firstValue, runStatement } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { MAY_EARN } from "./earners.ts";

/** A link that changed, as the triggers on `links` and `link_addresses` recorded it. */
export interface LinkChange {
  /** The short id of a link, or the address of a GTIN that a link no longer has: see `addressKey`. */
  shortId: string;
  organizationId: string;
  changedAt: string;
}

/** A link that changes again before it is published keeps its place, so that no change postpones another. */
const RECORD_LINKS = (condition: string) =>
  `INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at)
   SELECT short_id, organization_id, ?1, ?1 FROM links WHERE ${condition}
   ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at, queued_at = min(queued_at, excluded.queued_at)`;

/** Records links as changed at `time`, like the trigger. */
export async function recordChanges(db: D1Database, shortIds: readonly string[], time: Date): Promise<void> {
  const sql = RECORD_LINKS("short_id IN (SELECT value FROM json_each(?2))");
  await runStatement(db, sql, time.toISOString(), JSON.stringify(shortIds));
}

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
    WHERE link_changes.organization_id = ?1 AND project_id = ?2`;
  return (await firstValue<number>(db, sql, organizationId, id)) ?? 0;
}

/** A part of the changes in turn: `until` as in `readChanges`, and the organization after which it begins. */
interface Turn {
  until: Date;
  after: string;
  limit: number;
}

/**
 * About `limit` changes of which the first was made by `until`: as many of each organization, its oldest first, of up to `limit`
 * organizations behind `after`.
 */
export async function readChanges(db: D1Database, { until, after, limit }: Turn): Promise<LinkChange[]> {
  const next = (id: string) =>
    `(SELECT min(organization_id) FROM link_changes WHERE organization_id > ${id})`;
  const sql = `WITH RECURSIVE
    organizations (id) AS (SELECT ${next("?2")} UNION ALL SELECT ${next("id")} FROM organizations WHERE id IS NOT NULL LIMIT ?3),
    due AS (SELECT id FROM organizations
      WHERE EXISTS (SELECT 1 FROM link_changes WHERE organization_id = id AND queued_at <= ?1))
    SELECT short_id AS shortId, organization_id AS organizationId, changed_at AS changedAt
    FROM due CROSS JOIN link_changes ON organization_id = id
    WHERE short_id IN (SELECT short_id FROM link_changes AS own WHERE own.organization_id = id AND queued_at <= ?1
      ORDER BY queued_at LIMIT max(1, CAST(?3 / (SELECT count(*) FROM due) AS INTEGER)))
    ORDER BY queued_at`;
  return allRows<LinkChange>(db, sql, until.toISOString(), after, limit);
}

/**
 * Deletes published changes that were made by `until`. A later change stays, at its own place: another writer may still
 * replace what was published.
 */
export async function settleChanges(
  db: D1Database,
  changes: readonly LinkChange[],
  until: Date,
): Promise<void> {
  const these = `(short_id, changed_at) IN
    (SELECT value ->> 'shortId', value ->> 'changedAt' FROM json_each(?1))`;
  const values = [JSON.stringify(changes), until.toISOString()];
  await runStatement(db, `DELETE FROM link_changes WHERE ${these} AND changed_at <= ?2`, ...values);
  if (changes.some(({ changedAt }) => changedAt > until.toISOString()))
    await runStatement(
      db,
      `UPDATE link_changes SET queued_at = changed_at WHERE ${these} AND changed_at > ?2`,
      ...values,
    );
}

/** Puts a link at the end of the queue of its organization. */
export async function postponeChange(
  db: D1Database,
  { shortId }: Pick<LinkChange, "shortId">,
  time: Date,
): Promise<void> {
  const sql = "UPDATE link_changes SET queued_at = ?2 WHERE short_id = ?1";
  await runStatement(db, sql, shortId, time.toISOString());
}
