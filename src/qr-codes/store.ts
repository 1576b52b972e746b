import type { LinkActivity } from "../audit/activity-statements.ts";
import type { Retailer } from "../core/vocabulary.ts";
import type { Claim } from "../idempotency/claim.ts";
import { claimStatement, readHolder, winnerOver } from "../idempotency/claim-store.ts";
import type { ChangeOutcome } from "../idempotency/guarded-change.ts";
import { isTaken, onD1, settle } from "../platform/d1.ts";
import { ALWAYS, type Guard, guardSql } from "../platform/guard.ts";
import { type CodeChangeOfLink, type QrCodeChange, writeQrCodeChange } from "./change-store.ts";
import type { QrCode } from "./qr-code.ts";
import { fromQrCodeRow, INSERT_QR_CODE, QR_CODE_COLUMNS, type QrCodeRow, qrCodeValues } from "./rows.ts";

/** What operations on a QR code need of its link. */
export interface QrCodeLink {
  id: string;
  organizationId: string;
  projectId: string;
  shortId: string;
  retailer: Retailer;
  status: "active" | "inactive";
  destination: string;
}

/** `claimed`: another request holds the idempotency scope; its claim has the receipt. */
export type QrCodeWriteOutcome =
  | { kind: "written" }
  | { kind: "claimed"; claim: Claim }
  | { kind: "identifier_taken" };

/** QR codes in D1. Each call may throw `service_unavailable`. */
export type QrCodeStore = ReturnType<typeof qrCodeStore>;

/** The QR codes in `db`. */
export function qrCodeStore(db: D1Database, changeOfLink: CodeChangeOfLink) {
  const find = async (linkId: string, identifier: string): Promise<QrCode | null> => {
    const statement = db
      .prepare(`SELECT ${QR_CODE_COLUMNS.join(", ")} FROM qr_codes WHERE link_id = ?1 AND identifier = ?2`)
      .bind(linkId, identifier);
    const row = await onD1(() => statement.first<QrCodeRow>());
    return row && fromQrCodeRow(row);
  };
  return {
    find,
    findLink: (linkId: string): Promise<QrCodeLink | null> =>
      onD1(() =>
        db
          .prepare(
            `SELECT id, organization_id AS organizationId, project_id AS projectId, short_id AS shortId,
               retailer, status, destination FROM links WHERE id = ?1`,
          )
          .bind(linkId)
          .first<QrCodeLink>(),
      ),
    /** Up to `limit` codes of the link whose identifiers sort behind `after`, in that order. */
    async list(linkId: string, after: string, limit: number): Promise<QrCode[]> {
      const statement = db
        .prepare(
          `SELECT ${QR_CODE_COLUMNS.join(", ")} FROM qr_codes
           WHERE link_id = ?1 AND identifier > ?2 ORDER BY identifier LIMIT ?3`,
        )
        .bind(linkId, after, limit);
      return (await onD1(() => statement.all<QrCodeRow>())).results.map(fromQrCodeRow);
    },
    /** Writes claim, QR code and activity in one transaction: all or none. */
    create(qrCode: QrCode, claim: Claim | null, activity: LinkActivity): Promise<QrCodeWriteOutcome> {
      const readBack = async (): Promise<QrCodeWriteOutcome | null> => {
        if (claim) {
          const holder = await readHolder(db, claim.scope);
          if (holder?.owner === claim.owner) return { kind: "written" };
          return holder && holder.expiresAt > claim.createdAt ? { kind: "claimed", claim: holder } : null;
        }
        const kept = await find(qrCode.linkId, qrCode.identifier);
        if (!kept) return null;
        // Another request may have made it in the same millisecond: only one that is equal in all is as good as ours.
        const ours = JSON.stringify(qrCodeValues(kept)) === JSON.stringify(qrCodeValues(qrCode));
        return { kind: ours ? "written" : "identifier_taken" };
      };
      let sent = false;
      return settle(async () => {
        const again = sent;
        sent = true;
        const outcome = await send(db, qrCode, claim, (only) => changeOfLink(db, { activity, only }));
        // The first write may have been kept after it was looked for: then its own row is in the way.
        return again && outcome.kind === "identifier_taken" ? ((await readBack()) ?? outcome) : outcome;
      }, readBack);
    },
    /** Writes a code's change: see `writeQrCodeChange`. */
    change: (change: QrCodeChange): Promise<ChangeOutcome> => writeQrCodeChange(db, change, changeOfLink),
  };
}

async function send(
  db: D1Database,
  qrCode: QrCode,
  claim: Claim | null,
  changeOfLink: (only: Guard) => ReturnType<CodeChangeOfLink>,
): Promise<QrCodeWriteOutcome> {
  // An identifier that is taken fails the whole transaction; a claim that is taken leaves every statement without effect.
  const own: Guard = claim
    ? {
        sql: "EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ? AND owner = ?)",
        values: [claim.scope, claim.owner],
      }
    : ALWAYS;
  const { first, rest } = changeOfLink(own);
  const statements = [
    db.prepare(`${INSERT_QR_CODE} WHERE ${guardSql(own, 8)}`).bind(...qrCodeValues(qrCode), ...own.values),
    first,
    ...rest,
  ];
  try {
    if (!claim) {
      await onD1(() => db.batch(statements));
      return { kind: "written" };
    }
    const [, inserted] = await onD1(() => db.batch([claimStatement(db, claim), ...statements]));
    const winner = await winnerOver(db, claim, inserted);
    return winner ? { kind: "claimed", claim: winner } : { kind: "written" };
  } catch (error) {
    if (isTaken(error, "qr_codes.identifier")) return { kind: "identifier_taken" };
    throw error;
  }
}
