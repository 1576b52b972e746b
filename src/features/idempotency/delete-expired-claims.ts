import { onD1 } from "../../ground/platform/d1.ts";
import { RECEIPT_BYTES } from "../quotas/stored-bytes.ts";
import { releaseBytesStatement } from "../quotas/usage-statements.ts";

/** Rows per statement: few enough to meet its deadline alongside other writes. */
const AT_ONCE = 5_000;
/** Maximum duration of a run, in milliseconds: half of the minute until the next run. */
const TIME_MS = 30_000;

const EXPIRED =
  "SELECT scope FROM idempotency_claims WHERE expires_at <= ? ORDER BY expires_at, scope LIMIT ?";
/** Bytes of expired claims by organization. */
const FREED = `SELECT organization_id, sum(octet_length(receipt) + ${RECEIPT_BYTES}) AS bytes FROM idempotency_claims
  WHERE scope IN (${EXPIRED}) GROUP BY organization_id`;

/**
 * Job: deletes expired claims, oldest first, until none is left or its time is used up. Returns their number. A run is
 * limited by time rather than rows, so that it can't fall behind when many claims are created.
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
  // The same transaction releases the organizations' bytes.
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
