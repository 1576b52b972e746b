import type { Metadata } from "../../ground/core/metadata.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import type { CodeStyle } from "./code-style.ts";
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

/** A row as read. Only changes write the style: a new code has none. */
export interface StoredQrCodeRow extends QrCodeRow {
  style: string | null;
}

const QR_CODE_COLUMNS = [
  "link_id",
  "identifier",
  "name",
  "encoded_url",
  "is_default",
  "metadata",
  "created_at",
] as const satisfies (keyof QrCodeRow)[];

export const STORED_QR_CODE_COLUMNS = [...QR_CODE_COLUMNS, "style"] as const;

export const fromQrCodeRow = (row: StoredQrCodeRow): QrCode => ({
  linkId: row.link_id,
  identifier: row.identifier,
  name: row.name,
  encodedUrl: row.encoded_url,
  isDefault: row.is_default === 1,
  // Validated before it was written.
  metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Metadata),
  // Validated before it was written.
  style: row.style === null ? undefined : (JSON.parse(row.style) as CodeStyle),
  createdAt: row.created_at,
});

/** Metadata as stored, in canonical form: equal metadata is equal text. */
export const metadataText = ({ metadata }: QrCode): string | null =>
  metadata ? JSON.stringify(metadata) : null;

/** A style as stored. */
export const styleText = ({ style }: QrCode): string | null => (style ? JSON.stringify(style) : null);

const toQrCodeRow = (qrCode: QrCode): QrCodeRow => ({
  link_id: qrCode.linkId,
  identifier: qrCode.identifier,
  name: qrCode.name,
  encoded_url: qrCode.encodedUrl,
  is_default: qrCode.isDefault ? 1 : 0,
  metadata: metadataText(qrCode),
  created_at: qrCode.createdAt,
});

/** The values of `INSERT_QR_CODE`, ?1 to ?7. */
export const qrCodeValues = (qrCode: QrCode): (string | number | null)[] => {
  const row = toQrCodeRow(qrCode);
  return QR_CODE_COLUMNS.map((column) => row[column]);
};

/** The statement that inserts a QR code; a WHERE clause may follow. */
export const INSERT_QR_CODE = `INSERT INTO qr_codes (${QR_CODE_COLUMNS.join(", ")})
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7`;

const INSERT_WITH_LINKS = `${GIVEN_ROWS} INSERT INTO qr_codes (${QR_CODE_COLUMNS.join(", ")})
  SELECT ${givenValues(QR_CODE_COLUMNS)} FROM given
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'link_id') ON CONFLICT DO NOTHING`;

/** Writes default QR codes in the batch of their links, only for links that were written, and only once. */
export const qrCodesOfLinks = (db: D1Database, qrCodes: readonly QrCode[]): D1PreparedStatement[] =>
  jsonRows(qrCodes.map(toQrCodeRow)).map((json) => db.prepare(INSERT_WITH_LINKS).bind(json));
