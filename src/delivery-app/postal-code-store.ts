import type { RetailerSyncStore } from "../links/ports.ts";
import { onD1 } from "../platform/d1.ts";
import { mergeStatements } from "./retailer-merge.ts";

export function retailerSyncStore(db: D1Database): RetailerSyncStore {
  return {
    takeDue: (postalCodes, now, until, limit) =>
      onD1(async () => {
        // The update is the claim: of two runs at once, the second finds the codes due later.
        const { results } = await db
          .prepare(
            `INSERT INTO delivery_app_postal_codes (postal_code, next_at)
             SELECT value, ?3 FROM json_each(?1) AS wanted
             LEFT JOIN delivery_app_postal_codes AS known ON known.postal_code = wanted.value
             WHERE known.next_at IS NULL OR known.next_at <= ?2
             ORDER BY known.next_at LIMIT ?4
             ON CONFLICT (postal_code) DO UPDATE SET next_at = excluded.next_at
             RETURNING postal_code`,
          )
          .bind(JSON.stringify(postalCodes), now.toISOString(), until.toISOString(), limit)
          .all<{ postal_code: string }>();
        return results.map((row) => row.postal_code);
      }),
    async merge(postalCode, found, now, next) {
      const statements = mergeStatements(postalCode, found, now, next);
      await onD1(() => db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values))));
    },
    async noteFailure(postalCode, error, next) {
      const statement = db
        .prepare("UPDATE delivery_app_postal_codes SET last_error = ?2, next_at = ?3 WHERE postal_code = ?1")
        .bind(postalCode, error, next.toISOString());
      await onD1(() => statement.run());
    },
  };
}
