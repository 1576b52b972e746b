import type { Claim, IdempotencyRequest, WriteResult } from "./claim.ts";
import { replay } from "./claim.ts";
import type { ClaimRange } from "./claim-store.ts";

/** What became of one row of a request: it was written, now or by an earlier equal request, or `error` says why not. */
export type RowResult<T> = WriteResult<T> | { kind: "rejected"; error: unknown };

/** The last characters of a scope, which count the rows; the others are a hash with 240 bits. */
const ROW_DIGITS = 4;

const scopeOf = ({ scope }: IdempotencyRequest, row: string): string => scope.slice(0, -ROW_DIGITS) + row;

/**
 * The scope of one row of a request, which has a claim of its own, so that a repeat writes the rows that are missing and
 * no others. The fingerprint stays that of the whole request.
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
 * The claims by row. Throws `idempotency_conflict` if one of them is of another request with the same Idempotency-Key.
 */
export function byRow(claims: readonly Claim[], request: IdempotencyRequest): Map<number, Claim> {
  for (const claim of claims) replay(claim, request);
  return new Map(claims.map((claim) => [Number.parseInt(claim.scope.slice(-ROW_DIGITS), 16), claim]));
}
