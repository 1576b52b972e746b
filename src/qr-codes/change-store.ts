import { changeMade, type LinkActivity, linkActivityStatements } from "../audit/activity-statements.ts";
import { wasNoted } from "../audit/activity-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../idempotency/guarded-change.ts";
import { guardSql } from "../platform/guard.ts";
import type { QrCode } from "./qr-code.ts";
import { metadataText } from "./rows.ts";

/** A change of one code by a caller. */
export interface QrCodeChange {
  /** As it was read; the change is made only while it is still so. */
  before: QrCode;
  after: QrCode;
  activity: LinkActivity;
  claim: Claim | null;
}

/** Writes a code's change in one transaction, which also counts for its link's ETag. Throws `service_unavailable`. */
export function writeQrCodeChange(
  db: D1Database,
  { before, after, activity, claim }: QrCodeChange,
): Promise<ChangeOutcome> {
  const { linkId, identifier } = before;
  const made = changeMade(activity);
  const free = scopeIsFree(claim, activity.at);
  const touch = `UPDATE links SET revision = revision + 1, last_activity_id = ?2
    WHERE id = ?1 AND EXISTS (SELECT 1 FROM qr_codes
      WHERE link_id = ?1 AND identifier = ?3 AND name = ?4 AND metadata IS ?5)
    AND ${guardSql(free, 6)}`;
  const update = `UPDATE qr_codes SET name = ?3, metadata = ?4
    WHERE link_id = ?1 AND identifier = ?2 AND ${guardSql(made, 5)}`;
  return writeGuarded(db, {
    first: db
      .prepare(touch)
      .bind(linkId, activity.id, identifier, before.name, metadataText(before), ...free.values),
    made,
    claim,
    rest: [
      db.prepare(update).bind(linkId, identifier, after.name, metadataText(after), ...made.values),
      ...linkActivityStatements(db, activity, made),
    ],
    wasMade: () => wasNoted(db, activity),
  });
}
