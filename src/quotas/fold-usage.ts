import { DAY_MS } from "../core/days.ts";
import { onD1 } from "../platform/d1.ts";

/**
 * A day is that of the link's creation. One behind tomorrow is of a wrong clock: it is not begun, and it is left if it
 * was begun.
 */
const FOLD = `INSERT INTO organization_usage (organization_id, stored_bytes, links_day, links_made)
  SELECT organization_id, sum(bytes), substr(created_at, 1, 10) AS day, count(*)
  FROM links NOT INDEXED WHERE rowid > (SELECT last_link_rowid FROM usage_state)
  GROUP BY organization_id, day ORDER BY organization_id, day
  ON CONFLICT (organization_id) DO UPDATE SET
    stored_bytes = stored_bytes + excluded.stored_bytes,
    links_made = CASE WHEN links_day = excluded.links_day THEN links_made + excluded.links_made
      WHEN excluded.links_day <= ?1 AND (links_day < excluded.links_day OR links_day > ?1) THEN excluded.links_made
      ELSE links_made END,
    links_day = CASE
      WHEN excluded.links_day <= ?1 AND (links_day < excluded.links_day OR links_day > ?1) THEN excluded.links_day
      ELSE links_day END`;

const NOTE = `UPDATE usage_state SET last_link_rowid = (SELECT max(rowid) FROM links)
  WHERE last_link_rowid < (SELECT max(rowid) FROM links)`;

/**
 * Adds the links that were created since the last time to the usage of their organizations, in one transaction, so that
 * each is counted once and always. Creates read these links one by one until then; that spares each of them the writing
 * of a counter. Throws `service_unavailable`.
 */
export async function foldUsage(db: D1Database, now: Date): Promise<void> {
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  await onD1(() => db.batch([db.prepare(FOLD).bind(tomorrow), db.prepare(NOTE)]));
}
