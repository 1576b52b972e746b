import { onD1 } from "../platform/d1.ts";

/** Rows of one run. */
const PER_RUN = 10_000;

/** Job: deletes expired claims, the oldest first. Gives their number. */
export async function deleteExpiredClaims({ db, due }: { db: D1Database; due: Date }): Promise<number> {
  const statement = db
    .prepare(
      `DELETE FROM idempotency_claims WHERE scope IN
         (SELECT scope FROM idempotency_claims WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`,
    )
    .bind(due.toISOString(), PER_RUN);
  const { meta } = await onD1(() => statement.run());
  return meta.changes;
}
