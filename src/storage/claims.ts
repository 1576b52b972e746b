import type { Claim } from "../domain/idempotency.ts";
import type { ClaimStore } from "../domain/ports.ts";
import { within } from "../domain/within.ts";
import { onD1 } from "./d1.ts";

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

/** Reads who holds the scope; in a batch after `claimStatement`, the winner. */
export const holderStatement = (db: D1Database, scope: string): D1PreparedStatement =>
  db.prepare(`SELECT ${COLUMNS} FROM idempotency_claims WHERE scope = ?1`).bind(scope);

/** The claim in the result of `holderStatement`, unless `owner` itself holds it. */
export function otherHolder(result: D1Result | undefined, owner: string): Claim | null {
  // The rows are of the columns that holderStatement names.
  const [row] = (result?.results ?? []) as ClaimRow[];
  return row === undefined || row.owner === owner ? null : fromRow(row);
}

/** Claims in D1, replayed from KV. KV has no compare-and-set and caches absence, so it never says "new". */
export function claimStore(
  db: D1Database,
  kv: KVNamespace,
  waitUntil: (work: Promise<unknown>) => void,
): ClaimStore {
  return {
    find: (scope, now) =>
      onD1(async () => {
        const row = await holderStatement(db, scope).first<ClaimRow>();
        return row && row.expires_at > now.toISOString() ? fromRow(row) : null;
      }),
    async recall(request, now) {
      try {
        const claim = await within(KV_LIMIT_MS, kv.get<Claim>(request.scope, "json"));
        const fits = claim?.scope === request.scope && claim.fingerprint === request.fingerprint;
        return fits && claim.expiresAt > now.toISOString() ? claim : null;
      } catch {
        return null;
      }
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
