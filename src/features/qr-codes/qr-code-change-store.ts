import type { ServiceError } from "../../ground/core/errors.ts";
import { bothGuards, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { activityBytes, type LinkActivity } from "../writes/activity-statements.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../writes/guarded-change.ts";
import { correctionDemand, type Demand, isWithinQuota, quotaError } from "../writes/quota-check.ts";
import { bytesOf } from "../writes/usage-statements.ts";
import { metadataText, type QrCode, styleText } from "./qr-code.ts";

/**
 * The statements that record a change of a QR code on its link. `links/` owns that table and is above this folder, so
 * `wiring.ts` injects them.
 */
export type CodeChangeOfLink = (
  db: D1Database,
  change: { activity: LinkActivity; only: Guard; bytes: number },
) => { first: D1PreparedStatement; made: Guard; rest: D1PreparedStatement[] };

/** A change of one code by a caller. */
export interface QrCodeChange {
  /** The code as read; the change is made only if it is unchanged. */
  before: QrCode;
  after: QrCode;
  activity: LinkActivity;
  claim: Claim | null;
}

/** Bytes that a change stores besides its record. */
const bytesOfChange = ({ before, after, claim }: QrCodeChange): number =>
  bytesOf(after.name, metadataText(after), styleText(after)) -
  bytesOf(before.name, metadataText(before), styleText(before)) +
  receiptBytes(claim);

/** The quotas that a change needs; jobs are exempt. */
const demandsOf = (change: QrCodeChange): Demand[] =>
  change.activity.actor.type === "job"
    ? []
    : [
        correctionDemand(
          change.activity.organizationId,
          activityBytes(change.activity) + bytesOfChange(change),
        ),
      ];

/** The error if a quota prevented the change; null for any other reason. */
export const refusalOfChange = (db: D1Database, change: QrCodeChange): Promise<ServiceError | null> =>
  quotaError(db, change.activity.organizationId, demandsOf(change));

/** Writes a code's change in one transaction, which also changes its link's ETag, if within the quotas. */
export function writeQrCodeChange(
  db: D1Database,
  change: QrCodeChange,
  changeOfLink: CodeChangeOfLink,
): Promise<ChangeOutcome> {
  const { before, after, activity, claim } = change;
  const { linkId, identifier } = before;
  const unchanged: Guard = {
    sql: `EXISTS (SELECT 1 FROM qr_codes
      WHERE link_id = ? AND identifier = ? AND name = ? AND metadata IS ? AND style IS ?)`,
    values: [linkId, identifier, before.name, metadataText(before), styleText(before)],
  };
  const room = isWithinQuota(activity.organizationId, demandsOf(change));
  const only = bothGuards(bothGuards(unchanged, scopeIsFree(claim, activity.at)), room);
  const { first, made, rest } = changeOfLink(db, { activity, only, bytes: bytesOfChange(change) });
  const update = `UPDATE qr_codes SET name = ?3, metadata = ?4, style = ?5
    WHERE link_id = ?1 AND identifier = ?2 AND ${guardSql(made, 6)}`;
  return writeGuarded(db, {
    first,
    made,
    claim,
    rest: [
      db
        .prepare(update)
        .bind(linkId, identifier, after.name, metadataText(after), styleText(after), ...made.values),
      ...rest,
    ],
    wasMade: () => wasRecorded(db, activity),
  });
}
