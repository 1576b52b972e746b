import type { QrCode } from "../qr-codes/qr-code.ts";
import { fromQrCodeRow, STORED_QR_CODE_COLUMNS, type StoredQrCodeRow } from "../qr-codes/qr-code-rows.ts";
import type { Link } from "./link.ts";
import { fromLinkRow, LINK_SELECTION, type StoredLinkRow } from "./link-rows.ts";
import type { Warning } from "./warnings.ts";

/** A link and its default QR code. */
export interface LinkWithQrCode {
  link: Link;
  qrCode: QrCode | null;
}

/** The same after a write, with the warnings about it. */
export interface WrittenLink extends LinkWithQrCode {
  /** Absent if the caller did not ask for them. */
  warnings?: readonly Warning[];
}

/** A row of `links` with its default QR code as a JSON object; null if it has none. */
export type LinkWithQrCodeRow = StoredLinkRow & { default_qr_code: string | null };

/** The columns of a `LinkWithQrCodeRow`, in a query of `links`. */
export const LINK_WITH_QR_CODE_COLUMNS = `${LINK_SELECTION},
    (SELECT json_object(${STORED_QR_CODE_COLUMNS.map((column) => `'${column}', ${column}`).join(", ")})
     FROM qr_codes WHERE link_id = links.id AND is_default = 1) AS default_qr_code`;

export function fromLinkWithQrCodeRow(row: LinkWithQrCodeRow): LinkWithQrCode {
  const { default_qr_code: qrCode } = row;
  return {
    link: fromLinkRow(row),
    // SQL built this object from the row's own columns.
    qrCode: qrCode === null ? null : fromQrCodeRow(JSON.parse(qrCode) as StoredQrCodeRow),
  };
}
