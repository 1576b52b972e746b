import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";

/** How long a committed answer is kept for replay, in milliseconds: 24 hours. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A finished answer, as sent. */
export interface StoredAnswer {
  status: number;
  body: string;
  location: string | null;
}

/** One idempotent write that was committed, and its answer. */
export interface Claim {
  scope: string;
  /** The attempt that won: the id of what it made. */
  owner: string;
  fingerprint: string;
  answer: StoredAnswer;
  createdAt: string;
  expiresAt: string;
}

/** What identifies a request with an Idempotency-Key. */
export interface IdempotencyRequest {
  scope: string;
  fingerprint: string;
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
export function newClaim(request: IdempotencyRequest, owner: string, answer: StoredAnswer, now: Date): Claim {
  return {
    ...request,
    owner,
    answer,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + KEPT_MS).toISOString(),
  };
}

/** What a write ends in: its answer, and whether an earlier request had made it. */
export interface WriteResult {
  answer: StoredAnswer;
  replayed: boolean;
}

/** The answer of an earlier identical request; 409 where the key was used for another body. */
export function replayed(claim: Claim, request: IdempotencyRequest | null): WriteResult {
  if (claim.fingerprint !== request?.fingerprint) {
    throw new ServiceError("idempotency_conflict", "This Idempotency-Key was used with a different request.");
  }
  return { answer: claim.answer, replayed: true };
}
