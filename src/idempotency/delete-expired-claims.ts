import { onD1 } from "../platform/d1.ts";

/** Rows that one statement deletes: few enough to keep its deadline while other writes go on. */
const AT_ONCE = 5_000;
/** The longest run, in milliseconds: half of the minute until the next run. */
const TIME_MS = 30_000;

/**
 * Job: deletes expired claims, the oldest first, until none is left or its time is used up. Returns their number. A
 * run is limited by time, because with a fixed number of rows it would fall behind if more claims are made a minute.
 */
export async function deleteExpiredClaims({
  db,
  due,
  now,
}: {
  db: D1Database;
  due: Date;
  now: () => Date;
}): Promise<number> {
  const statement = db
    .prepare(
      `DELETE FROM idempotency_claims WHERE scope IN
         (SELECT scope FROM idempotency_claims WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`,
    )
    .bind(due.toISOString(), AT_ONCE);
  const started = now().getTime();
  let deleted = 0;
  for (;;) {
    const { meta } = await onD1(() => statement.run());
    deleted += meta.changes;
    if (meta.changes < AT_ONCE || now().getTime() - started >= TIME_MS) return deleted;
  }
}
