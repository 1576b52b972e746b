import type { WaitUntil } from "../../ground/platform/background.ts";
import { allRows, firstRow, runBatch } from "../../ground/platform/d1.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { ALWAYS, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import {
  byRow,
  type Claim,
  type ClaimRange,
  type IdempotencyRequest,
  type Replayed,
  replay,
  rowScopes,
} from "./claim.ts";
import { RECEIPT_BYTES, releaseBytesStatement } from "./usage-statements.ts";

interface ClaimRow {
  scope: string;
  owner: string;
  fingerprint: string;
  receipt: string;
  created_at: string;
  expires_at: string;
  organization_id: string;
}

/** The columns of a `ClaimRow`. */
export const CLAIM_COLUMNS = "scope, owner, fingerprint, receipt, created_at, expires_at, organization_id";

const toClaimRow = (claim: Claim): ClaimRow => ({
  scope: claim.scope,
  owner: claim.owner,
  fingerprint: claim.fingerprint,
  receipt: claim.receipt,
  created_at: claim.createdAt,
  expires_at: claim.expiresAt,
  organization_id: claim.organizationId,
});

const fromClaimRow = (row: ClaimRow): Claim => ({
  scope: row.scope,
  owner: row.owner,
  fingerprint: row.fingerprint,
  receipt: row.receipt,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  organizationId: row.organization_id,
});

/** Claims the scope for the claim's owner if `guard` is true, unless an unexpired claim holds it. */
export const claimStatement = (db: D1Database, claim: Claim, guard: Guard = ALWAYS): D1PreparedStatement =>
  db
    .prepare(`${INSERT(guard)} ${OVERWRITE} WHERE idempotency_claims.expires_at <= ?5`)
    .bind(...claimValues(claim), ...guard.values);

/** Claims the scope if `guard` is true. The guard must ensure that no unexpired claim holds the scope. */
export const guardedClaimStatement = (db: D1Database, claim: Claim, guard: Guard): D1PreparedStatement =>
  db.prepare(`${INSERT(guard)} ${OVERWRITE}`).bind(...claimValues(claim), ...guard.values);

const INSERT = (guard: Guard) => `INSERT INTO idempotency_claims (${CLAIM_COLUMNS})
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ${guardSql(guard, 8)}`;
const OVERWRITE = `ON CONFLICT (scope) DO UPDATE SET owner = ?2, fingerprint = ?3, receipt = ?4, created_at = ?5,
  expires_at = ?6, organization_id = ?7`;

/** The statements that claim scopes for links, whose ids own the claims, if the links were written. */
export const claimsOfLinks = (db: D1Database, claims: readonly Claim[]): D1PreparedStatement[] =>
  jsonRows(claims.map(toClaimRow)).map((json) => db.prepare(CLAIMS_OF_LINKS).bind(json));

const OVERWRITTEN = CLAIM_COLUMNS.split(", ").slice(1);
const CLAIMS_OF_LINKS = `${GIVEN_ROWS} INSERT INTO idempotency_claims (${CLAIM_COLUMNS})
  SELECT ${givenValues(CLAIM_COLUMNS.split(", "))} FROM given
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'owner')
  ON CONFLICT (scope) DO UPDATE SET ${OVERWRITTEN.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/**
 * The condition that no unexpired claim holds a scope, which may be null, and that no claim with another body holds a
 * scope of the same request, from `first` to `last`. All arguments are SQL expressions.
 */
export const isScopeFree = (sql: Record<keyof ClaimRange | "scope" | "now", string>): string =>
  `NOT EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ${sql.scope} AND expires_at > ${sql.now})
    AND NOT EXISTS (SELECT 1 FROM idempotency_claims WHERE scope BETWEEN ${sql.first} AND ${sql.last}
      AND fingerprint <> ${sql.fingerprint} AND expires_at > ${sql.now})`;

/** The unexpired claims on the scopes of a request. */
export const readClaims = async (
  db: D1Database,
  { first, last }: ClaimRange,
  now: string,
): Promise<Claim[]> => {
  const sql = `SELECT ${CLAIM_COLUMNS} FROM idempotency_claims WHERE scope BETWEEN ?1 AND ?2 AND expires_at > ?3`;
  const results = await allRows<ClaimRow>(db, sql, first, last, now);
  return results.map(fromClaimRow);
};

const claimValues = (claim: Claim) => [
  claim.scope,
  claim.owner,
  claim.fingerprint,
  claim.receipt,
  claim.createdAt,
  claim.expiresAt,
  claim.organizationId,
];

/** The claim on the scope, expired or not, if any. */
export const readHolder = async (db: D1Database, scope: string): Promise<Claim | null> => {
  const sql = `SELECT ${CLAIM_COLUMNS} FROM idempotency_claims WHERE scope = ?1`;
  const row = await firstRow<ClaimRow>(db, sql, scope);
  return row && fromClaimRow(row);
};

/**
 * Claims in D1, with copies in KV as a replay cache. KV has no compare-and-set and caches absence, so only D1 decides
 * that a request is new.
 */
export type ClaimStore = ReturnType<typeof claimStore>;

/** The claims in `db`, with their copies in `kv`. */
export function claimStore(db: D1Database, kv: KVNamespace, waitUntil: WaitUntil) {
  /** The claim of this request if it is in the replay cache; D1 may have it nevertheless. Never throws. */
  async function recall(request: IdempotencyRequest, now: Date): Promise<Claim | null> {
    try {
      const claim = await within(SERVICE_DEADLINES.replayKv, kv.get<Claim>(request.scope, "json"));
      const fits = claim?.scope === request.scope && claim.fingerprint === request.fingerprint;
      return fits && claim.expiresAt > now.toISOString() ? claim : null;
    } catch {
      return null;
    }
  }
  function remember(claim: Claim): void {
    const expiration = Math.floor(Date.parse(claim.expiresAt) / 1000);
    waitUntil(kv.put(claim.scope, JSON.stringify(claim), { expiration }).catch(() => {}));
  }
  /** The unexpired claim on the request's scope, from the replay cache or from D1, if any. */
  async function find(request: IdempotencyRequest, now: Date): Promise<Claim | null> {
    const recalled = await recall(request, now);
    if (recalled) return recalled;
    const holder = await readHolder(db, request.scope);
    return holder && holder.expiresAt > now.toISOString() ? holder : null;
  }
  return {
    recall,
    /** The owners of the unexpired claims on these scopes, from D1. */
    async owners(scopes: readonly string[], now: Date): Promise<ReadonlySet<string>> {
      const sql = `SELECT owner FROM idempotency_claims
        WHERE scope IN (SELECT value FROM json_each(?1)) AND expires_at > ?2`;
      const rows = await allRows<{ owner: string }>(db, sql, JSON.stringify(scopes), now.toISOString());
      return new Set(rows.map(({ owner }) => owner));
    },
    /** See `EarlierResults`. */
    async earlierResult(
      request: IdempotencyRequest | null,
      now: Date,
      from: "cache" | "cache and D1" = "cache and D1",
    ): Promise<Replayed | null> {
      if (request === null) return null;
      const claim = await (from === "cache" ? recall : find)(request, now);
      return claim && replay(claim, request);
    },
    /** The unexpired claims of the rows of a request, from D1. Throws `idempotency_conflict`. */
    findRows: async (request: IdempotencyRequest, now: Date): Promise<Map<number, Claim>> =>
      byRow(await readClaims(db, rowScopes(request), now.toISOString()), request),
    /** The claims of the rows that are in the replay cache. Never throws. */
    async recallRows(request: IdempotencyRequest, now: Date): Promise<Map<number, Claim>> {
      const recalled = await recall(request, now);
      // Only `rememberRows` writes receipts under this scope.
      const claims = recalled ? (JSON.parse(recalled.receipt) as Claim[]) : [];
      return byRow(claims, request);
    },
    remember,
    /** Puts the committed claims of a request's rows into the replay cache after the response, in a single value. */
    rememberRows(request: IdempotencyRequest, claims: ReadonlyMap<number, Claim>): void {
      const [first, ...others] = [...claims.values()].sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
      if (!first) return;
      // The value expires with its earliest claim. After that, D1 is queried for the others.
      remember({ ...first, ...request, receipt: JSON.stringify([first, ...others]) });
    },
  };
}

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
    const results = await runBatch(db, statements);
    const changes = results.at(-1)?.meta.changes ?? 0;
    deleted += changes;
    if (changes < AT_ONCE || now().getTime() - started >= TIME_MS) return deleted;
  }
}
