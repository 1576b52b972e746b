import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";

/** How long a committed receipt is kept for replay, in milliseconds: 24 hours. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What identifies a request with an Idempotency-Key. */
export interface IdempotencyRequest {
  scope: string;
  fingerprint: string;
}

/** An idempotent write that makes a `T`. */
export interface IdempotentWrite<T> extends IdempotencyRequest {
  /**
   * What the surface wants to have back for a repeat of the request: a text of its own that nothing else reads. It is
   * computed before the commit and kept in the write's own transaction.
   */
  receipt(made: T): string;
}

/** What a write ends in: what it made, or the receipt of an earlier equal request. */
export type WriteResult<T> = { kind: "made"; value: T } | { kind: "replayed"; receipt: string };

/** One idempotent write that was committed, and its receipt. */
export interface Claim extends IdempotencyRequest {
  /** The attempt that won: the id of what it made. */
  owner: string;
  receipt: string;
  createdAt: string;
  expiresAt: string;
}

/**
 * Scope and fingerprint of a request. The scope holds the organization and not the API key, so that a rotated
 * key can't duplicate; the fingerprint is of the canonical body, so that the order of keys does not matter.
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
  return { scope, fingerprint };
}

/** The claim to commit with a write. */
export const newClaim = (
  { scope, fingerprint }: IdempotencyRequest,
  owner: string,
  receipt: string,
  now: Date,
): Claim => ({
  scope,
  fingerprint,
  owner,
  receipt,
  createdAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + KEPT_MS).toISOString(),
});

/** The receipt of an earlier equal request. Throws `idempotency_conflict` where the key was used for another body. */
export function replay(
  claim: Claim,
  request: IdempotencyRequest | null,
): { kind: "replayed"; receipt: string } {
  if (claim.fingerprint !== request?.fingerprint) {
    throw new ServiceError("idempotency_conflict", "This Idempotency-Key was used with a different request.");
  }
  return { kind: "replayed", receipt: claim.receipt };
}
