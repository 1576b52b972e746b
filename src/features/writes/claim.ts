import { DAY_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { bytesOf, RECEIPT_BYTES } from "./usage-statements.ts";

/** How long a committed receipt is stored for replay: 24 hours. */
const CACHED_MS = DAY_MS;

/** What identifies a request with an Idempotency-Key: see `idempotencyRequest`. */
export interface IdempotencyRequest {
  scope: string;
  fingerprint: string;
  /** The receipt counts towards this organization's quota. */
  organizationId: string;
}

/** An idempotent write that makes a `T`. */
export interface IdempotentWrite<T> extends IdempotencyRequest {
  /**
   * The text that the verb returns for a repeated request; nothing else reads it. It is computed before the commit and
   * stored in the same transaction as the write.
   */
  receipt(made: T): string;
}

/** The receipt of an earlier equal request. */
export interface Replayed {
  kind: "replayed";
  receipt: string;
}

/** The result of a write: the new value, or the receipt of an earlier equal request. */
export type WriteResult<T> = { kind: "made"; value: T } | Replayed;

/** The value of a write without an idempotency key, which can't be a repeat. */
export function madeBy<T>(result: WriteResult<T>): T {
  if (result.kind === "made") return result.value;
  throw new Error("A write without an idempotency key was replayed.");
}

/** A committed idempotent write with its receipt. */
export interface Claim extends IdempotencyRequest {
  /** Identifies the successful attempt: the id of the object or activity that it wrote. */
  owner: string;
  receipt: string;
  createdAt: string;
  expiresAt: string;
}

/** What a write asks of the claims of earlier requests: `claim-store.ts`. */
export interface EarlierResults {
  /**
   * What an earlier equal request made: its receipt, from the replay cache or else from D1; null if there is none, or
   * without an Idempotency-Key. Of the cache alone it never throws, else `idempotency_conflict`.
   */
  earlierResult(
    request: IdempotencyRequest | null,
    now: Date,
    from?: "cache" | "cache and D1",
  ): Promise<Replayed | null>;
  /** Puts a committed claim into the replay cache after the response. */
  remember(claim: Claim): void;
}

/**
 * Scope and fingerprint of a request. The scope is a hash of organization, method, path and Idempotency-Key, but not of
 * the API key, so that a retry with a rotated API key is the same request. The fingerprint is a hash of the canonical
 * body, which ignores the order of properties.
 */
export async function idempotencyRequest(
  organizationId: string,
  method: string,
  path: string,
  idempotencyKey: string,
  body: unknown,
): Promise<IdempotencyRequest> {
  const [scope, fingerprint] = await Promise.all([
    sha256Hex(JSON.stringify([organizationId, method, path, idempotencyKey])),
    sha256Hex(canonicalJson(body)),
  ]);
  return { scope, fingerprint, organizationId };
}

/** Bytes of a claim's receipt in D1. */
export const receiptBytes = (claim: Claim | null): number =>
  claim === null ? 0 : RECEIPT_BYTES + bytesOf(claim.receipt);

/** The claim to commit with a write. */
export const newClaim = (
  { scope, fingerprint, organizationId }: IdempotencyRequest,
  owner: string,
  receipt: string,
  now: Date,
): Claim => ({
  scope,
  fingerprint,
  organizationId,
  owner,
  receipt,
  createdAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + CACHED_MS).toISOString(),
});

/** The receipt of an earlier equal request. Throws `idempotency_conflict` if the key was used with another body. */
export function replay(claim: Claim, request: IdempotencyRequest | null): Replayed {
  if (claim.fingerprint !== request?.fingerprint) {
    throw new ServiceError(
      "idempotency_conflict",
      "Already sent with different values. Check it, then send a new request.",
    );
  }
  return { kind: "replayed", receipt: claim.receipt };
}

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

/** The scopes of a request: a single scope, or the adjacent scopes of all its rows. */
export interface ClaimRange {
  first: string;
  last: string;
  fingerprint: string;
}

/** The range of a request with one claim. */
export const onlyScope = ({ scope, fingerprint }: IdempotencyRequest): ClaimRange => ({
  first: scope,
  last: scope,
  fingerprint,
});

/** The scopes of all rows of a request. */
export const rowScopes = (request: IdempotencyRequest): ClaimRange => ({
  first: scopeOf(request, "0".repeat(ROW_DIGITS)),
  last: scopeOf(request, "f".repeat(ROW_DIGITS)),
  fingerprint: request.fingerprint,
});

/** The claims by row. Throws `idempotency_conflict` if a claim belongs to another request with the same Idempotency-Key. */
export function byRow(claims: readonly Claim[], request: IdempotencyRequest): Map<number, Claim> {
  for (const claim of claims) replay(claim, request);
  return new Map(claims.map((claim) => [Number.parseInt(claim.scope.slice(-ROW_DIGITS), 16), claim]));
}
