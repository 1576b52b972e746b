import type { Metadata } from "../../ground/core/metadata.ts";
import { encodedUrl, type LinkNames, type Origins } from "../../ground/core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../ground/core/vocabulary.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import { isEncodable } from "./capacities.ts";
import type { CodeStyle } from "./style.ts";

/** A QR code as stored. Its id is made of its link's id and its identifier. */
export interface QrCode {
  linkId: string;
  identifier: string;
  name: string;
  encodedUrl: string;
  isDefault: boolean;
  metadata?: Metadata | undefined;
  /** Its own style; default: the style of its project. */
  style?: CodeStyle | undefined;
  createdAt: string;
}

/** The fields that a caller can change. */
export const settableOf = ({ name, metadata, style }: QrCode) => ({
  name,
  ...(metadata && { metadata }),
  ...(style && { style }),
});

/**
 * The default QR code of a new link, or null if its URL does not fit into a QR code: the link is created anyway. The
 * image is drawn on the first request.
 */
export function defaultQrCode(
  link: LinkNames & { id: string; createdAt: string },
  request: { identifier?: string | undefined; name?: string | undefined } | undefined,
  origins: Origins,
): QrCode | null {
  const identifier = request?.identifier ?? DEFAULT_QR_IDENTIFIER;
  const url = encodedUrl(origins, link, identifier);
  if (!isEncodable(url)) return null;
  return {
    linkId: link.id,
    identifier,
    name: request?.name ?? DEFAULT_QR_NAME,
    encodedUrl: url,
    isDefault: true,
    createdAt: link.createdAt,
  };
}

interface QrCodeRow {
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

/**
 * The identifier of a link's code for print, as SQL: that of its GTIN, which tills read too, or else the default code.
 * `linkId` is an expression.
 */
export const printedIdentifier = (linkId: string): string =>
  `(SELECT own.identifier FROM qr_codes AS own JOIN links AS linked ON linked.id = own.link_id
    WHERE own.link_id = ${linkId}
      AND (own.is_default = 1 OR own.encoded_url LIKE '%/01/' || (linked.content ->> 'gtin'))
    ORDER BY own.is_default LIMIT 1)`;

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
