import {
  fromQrCodeRow,
  type QrCode,
  STORED_QR_CODE_COLUMNS,
  type StoredQrCodeRow,
} from "../../features/qr-codes/qr-code.ts";
import type { CodeStyle } from "../../features/qr-codes/style.ts";
import { allRows, firstValue } from "../../ground/platform/d1.ts";

/** Codes of one query. A code has metadata of up to 16 KiB. */
const MAX_CODES = 500;

/** A code with what its image depends on. */
interface ExportedCode {
  qrCode: QrCode;
  projectId: string;
  style: CodeStyle | null;
}

/** A slug that a link has or had, or the path of its GTIN. */
export interface ExportedSlug {
  linkId: string;
  host: string;
  name: string;
}

const CODES = `SELECT ${STORED_QR_CODE_COLUMNS.map((column) => `qr_codes.${column}`).join(", ")}, project_id
  FROM links INDEXED BY links_by_organization CROSS JOIN qr_codes ON link_id = links.id
  WHERE organization_id = ?1 AND links.id >= ?2 AND (links.id, identifier) > (?2, ?3)
  ORDER BY links.id, identifier LIMIT ${MAX_CODES}`;

/** Codes of an organization after a link and an identifier, in their order; none after the last. */
export async function readCodes(
  db: D1Database,
  organizationId: string,
  [linkId, identifier]: readonly [string, string],
): Promise<ExportedCode[]> {
  const values = [organizationId, linkId, identifier];
  const results = await allRows<StoredQrCodeRow & { project_id: string }>(db, CODES, ...values);
  return results.map((row) => {
    const qrCode = fromQrCodeRow(row);
    return { qrCode, projectId: row.project_id, style: qrCode.style ?? null };
  });
}

/** Every slug that these links have or had, the oldest first. */
export async function readSlugs(db: D1Database, linkIds: readonly string[]): Promise<ExportedSlug[]> {
  const sql = `SELECT link_id AS linkId, host, name FROM json_each(?1) AS wanted
    CROSS JOIN link_addresses ON link_id = wanted.value ORDER BY wanted.key, created_at, host, name`;
  return allRows<ExportedSlug>(db, sql, JSON.stringify(linkIds));
}

/** How many links an organization has. */
export const countLinksOf = async (db: D1Database, organizationId: string): Promise<number> => {
  const sql = "SELECT count(*) AS n FROM links WHERE organization_id = ?1";
  return (await firstValue<number>(db, sql, organizationId)) ?? 0;
};

/** When the organization or its oldest link was made, ISO 8601. */
export async function beginningOf(db: D1Database, organizationId: string): Promise<string> {
  const sql = `SELECT min(created_at, coalesce((SELECT links.created_at FROM links WHERE organization_id = ?1
    ORDER BY links.id LIMIT 1), created_at)) AS at FROM organizations WHERE id = ?1`;
  return (await firstValue<string>(db, sql, organizationId)) ?? "";
}
