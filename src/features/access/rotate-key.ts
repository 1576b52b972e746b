import * as z from "zod";
import { HOUR_MS } from "../../ground/core/days.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { cryptoRandomBytes, newId, type RandomBytes } from "../../ground/core/ids.ts";
import { parse } from "../../ground/core/validation.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import type { Actor } from "./actor.ts";
import { type ApiKeyRecord, type IssuedKey, newApiKey } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { accessActivity } from "./key-activity.ts";
import { requireKeyManager, requireManagedKey } from "./permissions.ts";

/** How long the old key still works, in milliseconds. */
const GRACE_MS = { "0": 0, "24h": 24 * HOUR_MS, "7d": 7 * 24 * HOUR_MS } as const;
/** How long the old key still works, by name. */
export type Grace = keyof typeof GRACE_MS;
export const GRACES = ["0", "24h", "7d"] as const satisfies readonly Grace[];

/** A rotation, without the text of the new key. */
export interface Rotation {
  issued: ApiKeyRecord;
  oldExpiresAt: string;
}

interface RotateKeyInput {
  id: string;
  grace: Grace;
  /** The receipt never has the text of the key, which is stored nowhere. */
  idempotency: IdempotentWrite<Rotation> | null;
}

interface RotateKeyDependencies {
  apiKeys: ApiKeyStore;
  now: () => Date;
  randomBytes?: RandomBytes;
}

const rotation = z.object({ grace: z.enum(GRACES) });

/**
 * Issues a new key with the name, projects, scopes and expiry of an old one. The old key expires after `grace`, or at its
 * own expiry if that comes first. Of several equal requests with the same idempotency key, the first rotates and all others
 * get its receipt. Throws `validation_failed`, `not_found`, `key_inactive` if the old key is revoked, has expired or is
 * rotated by somebody else at the same time, `quota_exceeded` and `idempotency_conflict`.
 */
export async function rotateKey(
  actor: Actor,
  { id, idempotency, ...input }: RotateKeyInput,
  { apiKeys, now: clock, randomBytes = cryptoRandomBytes }: RotateKeyDependencies,
): Promise<WriteResult<Rotation & { issued: IssuedKey }>> {
  requireKeyManager(actor);
  const { grace } = parse(rotation, input);
  const now = clock();
  const old = requireManagedKey(actor, await apiKeys.find(id));
  const oldExpiresAt = endOf(old, new Date(now.getTime() + GRACE_MS[grace]));
  const { key, hash, prefix } = await newApiKey(randomBytes);
  const createdAt = now.toISOString();
  const issued: ApiKeyRecord = {
    ...old,
    id: newId("key", now, randomBytes),
    prefix,
    createdAt,
    lastUsedAt: null,
    issuedBy: { type: actor.type, id: actor.id },
  };
  const claim =
    idempotency && newClaim(idempotency, issued.id, idempotency.receipt({ issued, oldExpiresAt }), now);
  const replacement = { id: issued.id, hash, prefix, createdAt, old, oldExpiresAt };
  // The write rejects an ended key. Rejecting it earlier would break a repeat of the request that ended it.
  const outcome = await apiKeys.replace(replacement, { actor, at: createdAt }, claim);
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "quota_exceeded") {
    const inactive = await apiKeys.find(id);
    throw inactive?.revokedAt ? keyInactive(inactive) : outcome.error;
  }
  if (outcome.kind === "refused") throw keyInactive(await apiKeys.find(id));
  return { kind: "made", value: { issued: { ...outcome.key, key }, oldExpiresAt } };
}

const endOf = ({ expiresAt }: ApiKeyRecord, graceEnd: Date): string => {
  const end = graceEnd.toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
};

function keyInactive(key: ApiKeyRecord | null): ServiceError {
  const state = key?.revokedAt ? "is revoked" : "has ended or was just rotated";
  return new ServiceError("key_inactive", `The API key ${state} and cannot be rotated.`);
}

/**
 * Revokes a key. A revoked key keeps the time of its revocation, and `already` is true. Servers reject the key within 10
 * seconds. Throws `not_found`.
 */
export async function revokeKey(
  actor: Actor,
  { id }: { id: string },
  { apiKeys, now }: { apiKeys: ApiKeyStore; now: () => Date },
): Promise<{ key: ApiKeyRecord; already: boolean }> {
  requireKeyManager(actor);
  const found = requireManagedKey(actor, await apiKeys.find(id));
  if (found.revokedAt !== null) return { key: found, already: true };
  const at = now().toISOString();
  const changes = [{ field: "revokedAt", to: at }];
  const object = { type: "api_key", id } as const;
  const revocation = accessActivity({ actor, at }, found.organizationId, object, changes);
  const { key, made } = await apiKeys.revoke(found, revocation);
  return { key: requireManagedKey(actor, key), already: !made };
}
