import { type Guard, guardSql } from "../platform/guard.ts";

/**
 * The statement that counts bytes for an organization where `guard` holds, for the transaction that stores them.
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
