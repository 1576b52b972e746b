import { type Claim, type IdempotencyRequest, replay, type WriteResult } from "./claim.ts";
import type { ClaimRange } from "./claim-store.ts";

/** The result for one row of a request: written, now or by an earlier equal request, or rejected with `error`. */
export type RowResult<T> = WriteResult<T> | { kind: "rejected"; error: unknown };

/** The last characters of a scope are the row index; the others are a hash of 240 bits. */
const ROW_DIGITS = 4;

const scopeOf = ({ scope }: IdempotencyRequest, row: string): string => scope.slice(0, -ROW_DIGITS) + row;

/**
 * The scope of one row of a request. Each row has its own claim, so that a repeat writes exactly the missing rows. The
 * fingerprint covers the whole request.
 */
export const rowRequest = (request: IdempotencyRequest, index: number): IdempotencyRequest => ({
  scope: scopeOf(request, index.toString(16).padStart(ROW_DIGITS, "0")),
  fingerprint: request.fingerprint,
  organizationId: request.organizationId,
});

/** The scopes of all rows of a request. */
export const rowScopes = (request: IdempotencyRequest): ClaimRange => ({
  first: scopeOf(request, "0".repeat(ROW_DIGITS)),
  last: scopeOf(request, "f".repeat(ROW_DIGITS)),
  fingerprint: request.fingerprint,
});

/**
 * The claims by row. Throws `idempotency_conflict` if a claim belongs to another request with the same Idempotency-Key.
 */
export function byRow(claims: readonly Claim[], request: IdempotencyRequest): Map<number, Claim> {
  for (const claim of claims) replay(claim, request);
  return new Map(claims.map((claim) => [Number.parseInt(claim.scope.slice(-ROW_DIGITS), 16), claim]));
}
