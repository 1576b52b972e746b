import { canonicalJson } from "../core/canonical-json.ts";
import { DAY_MS } from "../core/days.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import { bytesOf, RECEIPT_BYTES } from "../quotas/stored-bytes.ts";

/** How long a committed receipt is kept for replay, in milliseconds: 24 hours. */
const CACHED_MS = DAY_MS;

/** What identifies a request with an Idempotency-Key: see `idempotencyRequest`. */
export interface IdempotencyRequest {
  scope: string;
  fingerprint: string;
  /** For which the receipt is kept, and counted. */
  organizationId: string;
}

/** An idempotent write that makes a `T`. */
export interface IdempotentWrite<T> extends IdempotencyRequest {
  /**
   * The text that the caller of the verb gets back for a repeated request. Nothing else reads it. It is computed before
   * the commit and stored in the same transaction as the write.
   */
  receipt(made: T): string;
}

/** The result of a write: what it made, or the receipt of an earlier equal request. */
export type WriteResult<T> = { kind: "made"; value: T } | { kind: "replayed"; receipt: string };

/** What a write made that had no idempotency key, and so can't be a repeat. */
export function madeBy<T>(result: WriteResult<T>): T {
  if (result.kind === "made") return result.value;
  throw new Error("A write without an idempotency key was taken for a repeat.");
}

/** One idempotent write that was committed, and its receipt. */
export interface Claim extends IdempotencyRequest {
  /** What identifies the attempt that won: the id of the object or activity that it wrote. */
  owner: string;
  receipt: string;
  createdAt: string;
  expiresAt: string;
}

/**
 * Scope and fingerprint of a request. The scope is a hash of organization, method, path and Idempotency-Key, but not of
 * the API key, so that a retry with a rotated API key is no new request. The fingerprint is a hash of the canonical
 * body, in which the order of properties does not matter.
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

/** What the receipt of a claim takes of D1 while it is kept, in bytes. */
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
export function replay(
  claim: Claim,
  request: IdempotencyRequest | null,
): { kind: "replayed"; receipt: string } {
  if (claim.fingerprint !== request?.fingerprint) {
    throw new ServiceError(
      "idempotency_conflict",
      "Already sent with different values. Check it, then send a new request.",
    );
  }
  return { kind: "replayed", receipt: claim.receipt };
}
