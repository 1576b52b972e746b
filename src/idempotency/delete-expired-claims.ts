import { onD1 } from "../platform/d1.ts";
import { RECEIPT_BYTES } from "../quotas/stored-bytes.ts";

/** Rows that one statement deletes: few enough to keep its deadline while other writes go on. */
const AT_ONCE = 5_000;
/** The longest run, in milliseconds: half of the minute until the next run. */
const TIME_MS = 30_000;

const EXPIRED = `SELECT scope FROM idempotency_claims WHERE expires_at <= ?1 ORDER BY expires_at, scope LIMIT ?2`;
const RELEASE = `UPDATE organization_usage SET stored_bytes = stored_bytes - freed.bytes
  FROM (SELECT organization_id, sum(octet_length(body) + ${RECEIPT_BYTES}) AS bytes FROM idempotency_claims
    WHERE scope IN (${EXPIRED}) AND organization_id IS NOT NULL GROUP BY organization_id) AS freed
  WHERE organization_usage.organization_id = freed.organization_id`;

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
  // What they took is free for their organizations in the same transaction; those before were not counted.
  const statements = [RELEASE, `DELETE FROM idempotency_claims WHERE scope IN (${EXPIRED})`].map((sql) =>
    db.prepare(sql).bind(due.toISOString(), AT_ONCE),
  );
  const started = now().getTime();
  let deleted = 0;
  for (;;) {
    const results = await onD1(() => db.batch(statements));
    const changes = results.at(-1)?.meta.changes ?? 0;
    deleted += changes;
    if (changes < AT_ONCE || now().getTime() - started >= TIME_MS) return deleted;
  }
}
