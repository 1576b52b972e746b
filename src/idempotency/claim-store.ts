import { serviceUnavailable } from "../core/errors.ts";
import type { Claim } from "./claim.ts";
import type { ClaimStore } from "../links/ports.ts";
import { within } from "../platform/within.ts";
import { onD1 } from "../platform/d1.ts";

/** How long a replay may look for a claim in KV before D1 is asked, in milliseconds. */
const KV_LIMIT_MS = 250;

interface ClaimRow {
  scope: string;
  owner: string;
  fingerprint: string;
  status: number;
  body: string;
  location: string | null;
  created_at: string;
  expires_at: string;
}

const fromRow = (row: ClaimRow): Claim => ({
  scope: row.scope,
  owner: row.owner,
  fingerprint: row.fingerprint,
  answer: { status: row.status, body: row.body, location: row.location },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const COLUMNS = "scope, owner, fingerprint, status, body, location, created_at, expires_at";

/** Takes the scope for the claim's owner, unless an unexpired claim holds it. */
export function claimStatement(db: D1Database, claim: Claim): D1PreparedStatement {
  const { status, body, location } = claim.answer;
  return db
    .prepare(
      `INSERT INTO idempotency_claims (${COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       ON CONFLICT (scope) DO UPDATE SET owner = ?2, fingerprint = ?3, status = ?4, body = ?5, location = ?6,
         created_at = ?7, expires_at = ?8
       WHERE idempotency_claims.expires_at <= ?7`,
    )
    .bind(
      claim.scope,
      claim.owner,
      claim.fingerprint,
      status,
      body,
      location,
      claim.createdAt,
      claim.expiresAt,
    );
}

/** Who holds the scope, expired or not; null where nobody does. */
export const readHolder = (db: D1Database, scope: string): Promise<Claim | null> =>
  onD1(async () => {
    const row = await db
      .prepare(`SELECT ${COLUMNS} FROM idempotency_claims WHERE scope = ?1`)
      .bind(scope)
      .first<ClaimRow>();
    return row && fromRow(row);
  });

/**
 * The claim that won over `claim`, where `guarded`, the result of the first statement that only the winner's batch
 * may apply, says that nothing was written. Null where `claim` itself holds: a batch that is sent again finds its
 * own rows. Throws `service_unavailable` where nobody does any more.
 */
export async function winnerOver(
  db: D1Database,
  claim: Claim | null,
  guarded: D1Result | undefined,
): Promise<Claim | null> {
  if (claim === null || guarded?.meta.changes !== 0) return null;
  const holder = await readHolder(db, claim.scope);
  if (holder === null) throw serviceUnavailable(new Error("the claim that won has expired meanwhile"));
  return holder.owner === claim.owner ? null : holder;
}

/** Claims in D1, replayed from KV. KV has no compare-and-set and caches absence, so it never says "new". */
export function claimStore(
  db: D1Database,
  kv: KVNamespace,
  waitUntil: (work: Promise<unknown>) => void,
): ClaimStore {
  const recall: ClaimStore["recall"] = async (request, now) => {
    try {
      const claim = await within(KV_LIMIT_MS, kv.get<Claim>(request.scope, "json"));
      const fits = claim?.scope === request.scope && claim.fingerprint === request.fingerprint;
      return fits && claim.expiresAt > now.toISOString() ? claim : null;
    } catch {
      return null;
    }
  };
  return {
    recall,
    async find(request, now) {
      const recalled = await recall(request, now);
      if (recalled) return recalled;
      const holder = await readHolder(db, request.scope);
      return holder && holder.expiresAt > now.toISOString() ? holder : null;
    },
    remember(claim) {
      const expiration = Math.floor(Date.parse(claim.expiresAt) / 1000);
      waitUntil(kv.put(claim.scope, JSON.stringify(claim), { expiration }).catch(() => {}));
    },
  };
}

/** Deletes up to `limit` expired claims and gives their number. */
export async function deleteExpiredClaims(db: D1Database, now: Date, limit: number): Promise<number> {
  const { meta } = await onD1(() =>
    db
      .prepare(
        `DELETE FROM idempotency_claims WHERE scope IN
           (SELECT scope FROM idempotency_claims WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`,
      )
      .bind(now.toISOString(), limit)
      .run(),
  );
  return meta.changes;
}
