import { changeMade, type LinkActivity, linkActivityStatements } from "../audit/activity-statements.ts";
import { wasNoted } from "../audit/activity-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../idempotency/guarded-change.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import type { Link } from "./link.ts";
import { toLinkRow } from "./rows.ts";

/** A change of one link by a caller. */
export interface LinkChange {
  /** The link as it was read; the change is written only if the link is still the same. */
  before: Link;
  /** The link after the change, with the next version and revision. */
  after: Link;
  activity: LinkActivity;
  claim: Claim | null;
  /** The statements of the followers. */
  rows(link: Link, written: Guard): D1PreparedStatement[];
}

const UPDATE = (free: Guard) => `UPDATE links SET name = ?4, public_name = ?5, retailer = ?6, intent = ?7,
    status = ?8, url_type = ?9, destination = ?10, content = ?11, version = version + 1, revision = revision + 1,
    updated_at = ?12, last_activity_id = ?13, destination_reason = ?14
  WHERE id = ?1 AND version = ?2 AND revision = ?3 AND ${guardSql(free, 15)}`;

/** Writes a link's change in one transaction. Throws `service_unavailable`. */
export function writeLinkChange(db: D1Database, change: LinkChange): Promise<ChangeOutcome> {
  const { before, after, activity, claim } = change;
  const { row, parts } = toLinkRow(after);
  const made = changeMade(activity);
  const free = scopeIsFree(claim, after.updatedAt);
  const deleteParts = `DELETE FROM link_content_parts WHERE link_id = ?1 AND ${guardSql(made, 2)}`;
  const insertPart = `INSERT INTO link_content_parts (link_id, part, text) SELECT ?1, ?2, ?3
    WHERE ${guardSql(made, 4)} ON CONFLICT (link_id, part) DO NOTHING`;
  return writeGuarded(db, {
    first: db
      .prepare(UPDATE(free))
      .bind(
        before.id,
        before.version,
        before.revision,
        row.name,
        row.public_name,
        row.retailer,
        row.intent,
        row.status,
        row.url_type,
        row.destination,
        row.content,
        row.updated_at,
        activity.id,
        row.destination_reason,
        ...free.values,
      ),
    made,
    claim,
    rest: [
      db.prepare(deleteParts).bind(before.id, ...made.values),
      ...parts.map((text, part) => db.prepare(insertPart).bind(before.id, part, text, ...made.values)),
      ...linkActivityStatements(db, activity, made),
      ...change.rows(after, made),
    ],
    wasMade: () => wasNoted(db, activity),
  });
}
