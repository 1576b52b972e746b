import type { Claim } from "../idempotency/claim.ts";
import type { QrCode } from "../links/link.ts";
import type { QrCodeStore, QrCodeWriteOutcome } from "../links/ports.ts";
import type { Metadata } from "../core/metadata.ts";
import { claimStatement, readHolder, winnerOver } from "../idempotency/claim-store.ts";
import { isTaken, onD1, settle } from "../platform/d1.ts";

export interface QrCodeRow {
  link_id: string;
  identifier: string;
  name: string;
  encoded_url: string;
  is_default: number;
  metadata: string | null;
  created_at: string;
}

export const QR_CODE_COLUMNS = [
  "link_id",
  "identifier",
  "name",
  "encoded_url",
  "is_default",
  "metadata",
  "created_at",
] as const satisfies (keyof QrCodeRow)[];
const COLUMNS = QR_CODE_COLUMNS.join(", ");

export const fromQrCodeRow = (row: QrCodeRow): QrCode => ({
  linkId: row.link_id,
  identifier: row.identifier,
  name: row.name,
  encodedUrl: row.encoded_url,
  isDefault: row.is_default === 1,
  // Validated when it was written.
  metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Metadata),
  createdAt: row.created_at,
});

const bindings = (qrCode: QrCode): (string | number | null)[] => [
  qrCode.linkId,
  qrCode.identifier,
  qrCode.name,
  qrCode.encodedUrl,
  qrCode.isDefault ? 1 : 0,
  qrCode.metadata ? JSON.stringify(qrCode.metadata) : null,
  qrCode.createdAt,
];

const INSERT = `INSERT INTO qr_codes (${COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7`;
/** In a link's own batch: written where the link was. */
const INSERT_WITH_LINK = `${INSERT} WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
  AND NOT EXISTS (SELECT 1 FROM qr_codes WHERE link_id = ?1 AND identifier = ?2)`;
const INSERT_CLAIMED = `${INSERT}
  WHERE EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ?8 AND owner = ?9)`;

/** Writes the default QR code in the batch that writes its link. */
export const qrCodeStatement = (db: D1Database, qrCode: QrCode): D1PreparedStatement =>
  db.prepare(INSERT_WITH_LINK).bind(...bindings(qrCode));

export function qrCodeStore(db: D1Database): QrCodeStore {
  const find: QrCodeStore["find"] = async (linkId, identifier) => {
    const row = await onD1(() =>
      db
        .prepare(`SELECT ${COLUMNS} FROM qr_codes WHERE link_id = ?1 AND identifier = ?2`)
        .bind(linkId, identifier)
        .first<QrCodeRow>(),
    );
    return row && fromQrCodeRow(row);
  };
  return {
    find,
    create(qrCode, claim) {
      const readBack = async (): Promise<QrCodeWriteOutcome | null> => {
        if (claim) {
          const holder = await readHolder(db, claim.scope);
          if (holder?.owner === claim.owner) return { kind: "written" };
          return holder && holder.expiresAt > claim.createdAt ? { kind: "claimed", claim: holder } : null;
        }
        const kept = await find(qrCode.linkId, qrCode.identifier);
        if (!kept) return null;
        const ours = kept.createdAt === qrCode.createdAt && kept.name === qrCode.name;
        return { kind: ours ? "written" : "identifier_taken" };
      };
      let sent = false;
      return settle(async () => {
        const again = sent;
        sent = true;
        const outcome = await write(db, qrCode, claim);
        // The first write may have been kept after it was looked for: then its own row is in the way.
        return again && outcome.kind === "identifier_taken" ? ((await readBack()) ?? outcome) : outcome;
      }, readBack);
    },
  };
}

async function write(db: D1Database, qrCode: QrCode, claim: Claim | null): Promise<QrCodeWriteOutcome> {
  try {
    if (!claim) {
      await onD1(() =>
        db
          .prepare(INSERT)
          .bind(...bindings(qrCode))
          .run(),
      );
      return { kind: "written" };
    }
    const [, inserted] = await onD1(() =>
      db.batch([
        claimStatement(db, claim),
        db.prepare(INSERT_CLAIMED).bind(...bindings(qrCode), claim.scope, claim.owner),
      ]),
    );
    const winner = await winnerOver(db, claim, inserted);
    return winner ? { kind: "claimed", claim: winner } : { kind: "written" };
  } catch (error) {
    if (isTaken(error, "qr_codes.identifier")) return { kind: "identifier_taken" };
    throw error;
  }
}
