import { type Guard, guardSql } from "../../ground/platform/guard.ts";

const encoder = new TextEncoder();

/** The total length of texts in UTF-8, in bytes; null and undefined count as 0. */
export const bytesOf = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? encoder.encode(text).length : 0), 0);

/**
 * Bytes of a link in D1 besides its texts: the rows of the link, its default QR code, its first activity and its
 * extensions, with their index entries. docs/capacity.md has the measurements.
 */
export const LINK_BYTES = 1_000;

/** Bytes of a QR code besides its texts. */
export const CODE_BYTES = 300;

/** Bytes of a recorded change besides its texts. */
export const CHANGE_BYTES = 300;

/** Bytes of a value stored for the history besides its text. */
export const STORED_VALUE_BYTES = 100;

/** Bytes of a project, key, member, domain or shared report besides its texts. */
export const ACCESS_BYTES = 500;

export const IMPORT_ROW_BYTES = 200;

/** Bytes of a stored response besides its text. */
export const RECEIPT_BYTES = 400;

/**
 * The statement that adds to an organization's stored bytes if `guard` is true, for the transaction that stores them.
 * `bytes` is an expression with a question mark for each of its values.
 */
export function countBytesStatement(
  db: D1Database,
  organizationId: string,
  bytes: Guard,
  guard: Guard,
): D1PreparedStatement {
  const amount = guardSql(bytes, 2);
  const condition = guardSql(guard, 2 + bytes.values.length);
  const sql = `INSERT INTO organization_usage (organization_id, stored_bytes) SELECT ?1, ${amount} WHERE ${condition}
    ON CONFLICT (organization_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes`;
  return db.prepare(sql).bind(organizationId, ...bytes.values, ...guard.values);
}

/**
 * The statement that subtracts from organizations' stored bytes, for the transaction that frees them. `freed` is a
 * query with a row per organization: `organization_id` and `bytes`.
 */
export const releaseBytesStatement = (db: D1Database, freed: Guard): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE organization_usage SET stored_bytes = stored_bytes - freed.bytes FROM (${guardSql(freed, 1)}) AS freed
       WHERE organization_usage.organization_id = freed.organization_id`,
    )
    .bind(...freed.values);

/**
 * The statement that counts an organization's new links and the bytes that their creation stores. `made` is a query
 * with one row: `bytes` and `links`. `day` is a UTC day such as 2026-11-22; the count restarts every day.
 */
export function countLinksStatement(
  db: D1Database,
  organizationId: string,
  day: string,
  made: Guard,
): D1PreparedStatement {
  const sql = `INSERT INTO organization_usage (organization_id, stored_bytes, links_day, links_made)
    SELECT ?1, bytes, ?2, links FROM (${guardSql(made, 3)}) AS made WHERE links > 0
    ON CONFLICT (organization_id) DO UPDATE SET
      stored_bytes = stored_bytes + excluded.stored_bytes,
      links_made = CASE WHEN links_day = excluded.links_day THEN links_made ELSE 0 END + excluded.links_made,
      links_day = excluded.links_day`;
  return db.prepare(sql).bind(organizationId, day, ...made.values);
}
