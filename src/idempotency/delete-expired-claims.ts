import { onD1 } from "../platform/d1.ts";
import { RECEIPT_BYTES } from "../quotas/stored-bytes.ts";
import { releaseBytesStatement } from "../quotas/usage-statements.ts";

/** Rows that one statement deletes: few enough to keep its deadline while other writes go on. */
const AT_ONCE = 5_000;
/** The longest run, in milliseconds: half of the minute until the next run. */
const TIME_MS = 30_000;

const EXPIRED =
  "SELECT scope FROM idempotency_claims WHERE expires_at <= ? ORDER BY expires_at, scope LIMIT ?";
/** What they take, by organization. */
const FREED = `SELECT organization_id, sum(octet_length(receipt) + ${RECEIPT_BYTES}) AS bytes FROM idempotency_claims
  WHERE scope IN (${EXPIRED}) GROUP BY organization_id`;

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
  const values = [due.toISOString(), AT_ONCE];
  // What they took is free for their organizations in the same transaction.
  const statements = [
    releaseBytesStatement(db, { sql: FREED, values }),
    db.prepare(`DELETE FROM idempotency_claims WHERE scope IN (${EXPIRED})`).bind(...values),
  ];
  const started = now().getTime();
  let deleted = 0;
  for (;;) {
    const results = await onD1(() => db.batch(statements));
    const changes = results.at(-1)?.meta.changes ?? 0;
    deleted += changes;
    if (changes < AT_ONCE || now().getTime() - started >= TIME_MS) return deleted;
  }
}
