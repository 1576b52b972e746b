import type { Metadata } from "../core/metadata.ts";
import type { QrCode } from "./qr-code.ts";

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

/** The values of `INSERT_QR_CODE`, ?1 to ?7. */
export const qrCodeValues = (qrCode: QrCode): (string | number | null)[] => [
  qrCode.linkId,
  qrCode.identifier,
  qrCode.name,
  qrCode.encodedUrl,
  qrCode.isDefault ? 1 : 0,
  qrCode.metadata ? JSON.stringify(qrCode.metadata) : null,
  qrCode.createdAt,
];

/** The statement that inserts a QR code; a WHERE clause may follow. */
export const INSERT_QR_CODE = `INSERT INTO qr_codes (${QR_CODE_COLUMNS.join(", ")})
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7`;

/** Writes the default QR code in the batch that writes its link, only if the link was written, and only once. */
export const qrCodeWithLinkStatement = (db: D1Database, qrCode: QrCode): D1PreparedStatement =>
  db
    .prepare(
      `${INSERT_QR_CODE} WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
         AND NOT EXISTS (SELECT 1 FROM qr_codes WHERE link_id = ?1 AND identifier = ?2)`,
    )
    .bind(...qrCodeValues(qrCode));
