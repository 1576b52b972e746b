import type { Retailer } from "../core/vocabulary.ts";
import { type Guard, guardSql } from "../platform/guard.ts";

/**
 * The statements for the batch that changes a link: they delete the check of its former products and, unless `retailer`
 * is null, add a check of the present ones that is due at once.
 */
export function recheckStatements(
  db: D1Database,
  { id, updatedAt }: { id: string; updatedAt: string },
  retailer: Retailer | null,
  written: Guard,
): D1PreparedStatement[] {
  const { values } = written;
  return [
    db
      .prepare(`DELETE FROM availability_checks WHERE link_id = ?1 AND ${guardSql(written, 2)}`)
      .bind(id, ...values),
    ...(retailer === null
      ? []
      : [
          db
            .prepare(
              `INSERT INTO availability_checks (link_id, retailer, failures, due_at, visits)
               SELECT ?1, ?2, 0, ?3, 0 WHERE ${guardSql(written, 4)}
               ON CONFLICT (link_id) DO NOTHING`,
            )
            .bind(id, retailer, updatedAt, ...values),
        ]),
  ];
}
