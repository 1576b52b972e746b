import type { LinkActivity } from "../audit/activity-statements.ts";
import { wasNoted } from "../audit/activity-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../idempotency/guarded-change.ts";
import { bothGuards, type Guard, guardSql } from "../platform/guard.ts";
import type { QrCode } from "./qr-code.ts";
import { metadataText } from "./rows.ts";

/**
 * The statements that count a change of one of its QR codes for a link. `links/` owns that table and stands above this
 * folder, so `wiring.ts` hands them in.
 */
export type CodeChangeOfLink = (
  db: D1Database,
  change: { activity: LinkActivity; only: Guard },
) => { first: D1PreparedStatement; made: Guard; rest: D1PreparedStatement[] };

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
  changeOfLink: CodeChangeOfLink,
): Promise<ChangeOutcome> {
  const { linkId, identifier } = before;
  const unchanged: Guard = {
    sql: `EXISTS (SELECT 1 FROM qr_codes
      WHERE link_id = ? AND identifier = ? AND name = ? AND metadata IS ?)`,
    values: [linkId, identifier, before.name, metadataText(before)],
  };
  const only = bothGuards(unchanged, scopeIsFree(claim, activity.at));
  const { first, made, rest } = changeOfLink(db, { activity, only });
  const update = `UPDATE qr_codes SET name = ?3, metadata = ?4
    WHERE link_id = ?1 AND identifier = ?2 AND ${guardSql(made, 5)}`;
  return writeGuarded(db, {
    first,
    made,
    claim,
    rest: [
      db.prepare(update).bind(linkId, identifier, after.name, metadataText(after), ...made.values),
      ...rest,
    ],
    wasMade: () => wasNoted(db, activity),
  });
}
