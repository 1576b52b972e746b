import { type Guard, guardSql } from "../platform/guard.ts";
import { idsOf } from "../platform/json-rows.ts";

/** The statement for the batch that changes links: it deletes the checks of their former products. */
export const forgetChecksStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM availability_checks
       WHERE link_id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}`,
    )
    .bind(idsOf(links), ...written.values);

/** The statement for the batch that changes links: it adds checks of their present products that are due at once. */
export const wantChecksStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO availability_checks (link_id, retailer, failures, due_at, visits)
       SELECT id, retailer, 0, updated_at, 0 FROM links
       WHERE id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}
       ON CONFLICT (link_id) DO NOTHING`,
    )
    .bind(idsOf(links), ...written.values);
