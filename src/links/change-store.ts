import type { LinkActivity } from "../audit/activity-statements.ts";
import { wasNoted } from "../audit/activity-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../idempotency/guarded-change.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { linkChangeStatements } from "./change-statements.ts";
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

/** Writes a link's change in one transaction. Throws `service_unavailable`. */
export function writeLinkChange(db: D1Database, change: LinkChange): Promise<ChangeOutcome> {
  const { before, after, activity, claim } = change;
  const { row, parts } = toLinkRow(after);
  const { name, public_name, retailer, intent, status, url_type, destination, destination_reason, content } =
    row;
  const { first, made, rest } = linkChangeStatements(db, "definition", {
    activity,
    set: { name, public_name, retailer, intent, status, url_type, destination, destination_reason, content },
    expected: { version: before.version, revision: before.revision },
    only: scopeIsFree(claim, after.updatedAt),
  });
  const deleteParts = `DELETE FROM link_content_parts WHERE link_id = ?1 AND ${guardSql(made, 2)}`;
  const insertPart = `INSERT INTO link_content_parts (link_id, part, text) SELECT ?1, ?2, ?3
    WHERE ${guardSql(made, 4)} ON CONFLICT (link_id, part) DO NOTHING`;
  return writeGuarded(db, {
    first,
    made,
    claim,
    rest: [
      db.prepare(deleteParts).bind(before.id, ...made.values),
      ...parts.map((text, part) => db.prepare(insertPart).bind(before.id, part, text, ...made.values)),
      ...rest,
      ...change.rows(after, made),
    ],
    wasMade: () => wasNoted(db, activity),
  });
}
