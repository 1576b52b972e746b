import { type ServiceError, serviceUnavailable } from "../../ground/core/errors.ts";
import type { LinkNames } from "../../ground/core/origins.ts";
import type { OfferRetailer, Retailer } from "../../ground/core/vocabulary.ts";
import { allRows, firstRow, isTaken, runBatch, runStatement, settle } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { activityBytes, type LinkActivity } from "../writes/activity-statements.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { claimStatement, readHolder } from "../writes/claim-store.ts";
import type { ChangeOutcome } from "../writes/guarded-change.ts";
import { bytesDemand, type Demand, isWithinQuota, quotaError } from "../writes/quota-check.ts";
import { bytesOf, CODE_BYTES } from "../writes/usage-statements.ts";
import {
  fromQrCodeRow,
  INSERT_QR_CODE,
  type QrCode,
  qrCodeValues,
  STORED_QR_CODE_COLUMNS,
  type StoredQrCodeRow,
} from "./qr-code.ts";
import {
  type CodeChangeOfLink,
  type QrCodeChange,
  refusalOfChange,
  writeQrCodeChange,
} from "./qr-code-change-store.ts";

/** The fields of a link that operations on its QR codes need. */
export interface QrCodeLink extends LinkNames {
  id: string;
  organizationId: string;
  projectId: string;
  retailer: Retailer;
  /** Choice links only. */
  offers?: readonly { retailer: OfferRetailer }[] | undefined;
  status: "active" | "inactive";
  destination: string;
}

/** `claimed`: another request holds the idempotency scope; its claim has the receipt. */
type QrCodeWriteOutcome =
  | { kind: "written" }
  | { kind: "claimed"; claim: Claim }
  | { kind: "identifier_taken" }
  | { kind: "quota_exceeded"; error: ServiceError };

/** A new code, with everything written in the same transaction. */
interface QrCodeWrite {
  qrCode: QrCode;
  claim: Claim | null;
  activity: LinkActivity;
}

const NOTE_DOWNLOAD = `UPDATE qr_codes SET downloaded_at = ?2 WHERE downloaded_at IS NULL
  AND (link_id, identifier) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

/** QR codes in D1. */
export type QrCodeStore = ReturnType<typeof qrCodeStore>;

/** For lists of activity: see `ObjectNames`. The id of a code is qr_<link id>_<identifier>. */
export const QR_CODE_NAME = `SELECT name FROM qr_codes
  WHERE qr_codes.link_id = activity.link_id AND identifier = substr(object_id, length(activity.link_id) + 5)`;

export function qrCodeStore(db: D1Database, changeOfLink: CodeChangeOfLink) {
  const find = async (linkId: string, identifier: string): Promise<QrCode | null> => {
    const sql = `SELECT ${STORED_QR_CODE_COLUMNS.join(", ")} FROM qr_codes WHERE link_id = ?1 AND identifier = ?2`;
    const row = await firstRow<StoredQrCodeRow>(db, sql, linkId, identifier);
    return row && fromQrCodeRow(row);
  };
  return {
    find,
    /** Notes the first download of codes for print. Never throws: a download does not wait for it, or fail with it. */
    async noteDownload(codes: readonly Pick<QrCode, "linkId" | "identifier">[], now: Date): Promise<void> {
      const keys = codes.map(({ linkId, identifier }) => [linkId, identifier]);
      await runStatement(db, NOTE_DOWNLOAD, JSON.stringify(keys), now.toISOString()).catch(() => {});
    },
    /** From when on a printed code is expected to be scanned; null: it isn't printed. */
    async expectScans({ linkId, identifier }: Pick<QrCode, "linkId" | "identifier">, from: Date | null) {
      const sql = "UPDATE qr_codes SET downloaded_at = ?3 WHERE link_id = ?1 AND identifier = ?2";
      await runStatement(db, sql, linkId, identifier, from?.toISOString() ?? null);
    },
    findLink: async (linkId: string): Promise<QrCodeLink | null> => {
      const sql = `SELECT id, organization_id AS organizationId, project_id AS projectId, short_id AS shortId,
          domain, slug, retailer, status, destination,
          (SELECT json_group_array(DISTINCT retailer) FROM link_offers
           WHERE link_id = links.id AND place IS NOT NULL AND links.retailer = 'choice') AS offers
        FROM links WHERE id = ?1`;
      const row = await firstRow<
        Omit<QrCodeLink, "offers" | "slug"> & { slug: string | null; offers: string }
      >(db, sql, linkId);
      if (!row) return null;
      // SQL built the array from a column with such values.
      const retailers = JSON.parse(row.offers) as OfferRetailer[];
      return { ...row, slug: row.slug ?? undefined, offers: retailers.map((retailer) => ({ retailer })) };
    },
    /** Up to `limit` codes of the link with identifiers after `after`, in order. */
    async list(linkId: string, after: string, limit: number): Promise<QrCode[]> {
      const sql = `SELECT ${STORED_QR_CODE_COLUMNS.join(", ")} FROM qr_codes
        WHERE link_id = ?1 AND identifier > ?2 ORDER BY identifier LIMIT ?3`;
      return (await allRows<StoredQrCodeRow>(db, sql, linkId, after, limit)).map(fromQrCodeRow);
    },
    /** Writes claim, QR code and activity in one transaction, if within the quotas. */
    create(write: QrCodeWrite): Promise<QrCodeWriteOutcome> {
      const { qrCode, claim } = write;
      const readBack = async (): Promise<QrCodeWriteOutcome | null> => {
        if (claim) {
          const holder = await readHolder(db, claim.scope);
          if (holder?.owner === claim.owner) return { kind: "written" };
          return holder && holder.expiresAt > claim.createdAt ? { kind: "claimed", claim: holder } : null;
        }
        const kept = await find(qrCode.linkId, qrCode.identifier);
        if (!kept) return null;
        // Another request may have created it in the same millisecond: only a fully equal row counts as ours.
        const ours = JSON.stringify(qrCodeValues(kept)) === JSON.stringify(qrCodeValues(qrCode));
        return { kind: ours ? "written" : "identifier_taken" };
      };
      let sent = false;
      return settle(async () => {
        const again = sent;
        sent = true;
        const outcome = await send(db, write, changeOfLink);
        // The first write may have been committed after the check: then its own row is the conflict.
        return again && outcome.kind === "identifier_taken" ? ((await readBack()) ?? outcome) : outcome;
      }, readBack);
    },
    /** Writes a code's change: see `writeQrCodeChange`. */
    async change(
      change: QrCodeChange,
    ): Promise<ChangeOutcome | { kind: "quota_exceeded"; error: ServiceError }> {
      const outcome = await writeQrCodeChange(db, change, changeOfLink);
      const error = outcome.kind === "outdated" ? await refusalOfChange(db, change) : null;
      return error ? { kind: "quota_exceeded", error } : outcome;
    },
  };
}

/** Bytes of a new code and of its stored response. */
const bytesOfCode = ({ qrCode: { name, encodedUrl, metadata }, claim }: QrCodeWrite): number =>
  CODE_BYTES + bytesOf(name, encodedUrl, metadata && JSON.stringify(metadata)) + receiptBytes(claim);

/** The number of a link's codes. */
export const codesOf = (linkId: string): Guard => ({
  sql: "(SELECT count(*) FROM qr_codes WHERE link_id = ?)",
  values: [linkId],
});

/** The quotas that a new code needs; jobs are exempt. */
const demandsOf = (write: QrCodeWrite): Demand[] =>
  write.activity.actor.type === "job"
    ? []
    : [
        { quota: "codesPerLink", used: codesOf(write.qrCode.linkId), more: 1 },
        bytesDemand(write.activity.organizationId, activityBytes(write.activity) + bytesOfCode(write)),
      ];

async function send(
  db: D1Database,
  write: QrCodeWrite,
  changeOfLink: CodeChangeOfLink,
): Promise<QrCodeWriteOutcome> {
  const { qrCode, claim, activity } = write;
  const { organizationId } = activity;
  const room = isWithinQuota(organizationId, demandsOf(write));
  // A taken identifier fails the whole transaction. A taken claim or an exceeded quota leaves every statement without
  // effect.
  const own: Guard = claim
    ? {
        sql: "EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ? AND owner = ?)",
        values: [claim.scope, claim.owner],
      }
    : room;
  const { first, made, rest } = changeOfLink(db, { activity, only: own, bytes: bytesOfCode(write) });
  const statements = [
    ...(claim ? [claimStatement(db, claim, room)] : []),
    first,
    db.prepare(`${INSERT_QR_CODE} WHERE ${guardSql(made, 8)}`).bind(...qrCodeValues(qrCode), ...made.values),
    ...rest,
  ];
  try {
    const results = await runBatch(db, statements);
    const changed = results[claim ? 1 : 0]?.meta.changes ?? 0;
    if (changed > 0) return { kind: "written" };
  } catch (error) {
    if (isTaken(error, "qr_codes.identifier")) return { kind: "identifier_taken" };
    throw error;
  }
  const holder = claim && (await readHolder(db, claim.scope));
  if (holder && holder.expiresAt > activity.at) {
    return holder.owner === claim.owner ? { kind: "written" } : { kind: "claimed", claim: holder };
  }
  const error = await quotaError(db, organizationId, demandsOf(write));
  if (error) return { kind: "quota_exceeded", error };
  throw serviceUnavailable(new Error("the obstacle to writing a QR code has disappeared"));
}
