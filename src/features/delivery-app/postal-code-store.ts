import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import type { NearbyRetailer } from "./delivery-app-api.ts";
import { mergeStatements } from "./retailer-merge.ts";

/** The postal codes of discovery and their results, in D1. */
export type PostalCodeStore = ReturnType<typeof postalCodeStore>;

/** The postal codes in `db`. */
export function postalCodeStore(db: D1Database) {
  return {
    /** Leases up to `limit` due postal codes. Each is due again at `until`, even if this run dies. */
    leaseDue: async (
      postalCodes: readonly string[],
      now: Date,
      until: Date,
      limit: number,
    ): Promise<string[]> => {
      // One statement selects and postpones the codes, so two concurrent runs never get the same code.
      const sql = `INSERT INTO delivery_app_postal_codes (postal_code, next_at)
             SELECT value, ?3 FROM json_each(?1) AS item
             LEFT JOIN delivery_app_postal_codes AS known ON known.postal_code = item.value
             WHERE known.next_at IS NULL OR known.next_at <= ?2
             ORDER BY known.next_at LIMIT ?4
             ON CONFLICT (postal_code) DO UPDATE SET next_at = excluded.next_at
             RETURNING postal_code`;
      const results = await allRows<{ postal_code: string }>(
        db,
        sql,
        JSON.stringify(postalCodes),
        now.toISOString(),
        until.toISOString(),
        limit,
      );
      return results.map((row) => row.postal_code);
    },
    /** Replaces the data of a postal code with the shops found near it. `found` must not be empty. */
    async merge(postalCode: string, found: readonly NearbyRetailer[], now: Date, next: Date): Promise<void> {
      const statements = mergeStatements(postalCode, found, now, next);
      await runBatch(
        db,
        statements.map(({ sql, values }) => db.prepare(sql).bind(...values)),
      );
    },
    /** Records why there was no response for a postal code, and when it is due again. */
    async noteFailure(postalCode: string, error: string, next: Date): Promise<void> {
      const sql = "UPDATE delivery_app_postal_codes SET last_error = ?2, next_at = ?3 WHERE postal_code = ?1";
      await runStatement(db, sql, postalCode, error, next.toISOString());
    },
  };
}
