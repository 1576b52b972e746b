import { ServiceError } from "../core/errors.ts";
import { cryptoRandomBytes, newId } from "../core/ids.ts";
import type { Actor } from "./actor.ts";
import { type ApiKeyRecord, type IssuedKey, isUsable, newApiKey } from "./api-key.ts";
import type { KeyDependencies } from "./issue-key.ts";
import { requireKeyManager, requireManagedKey } from "./permissions.ts";

const HOUR_MS = 3_600_000;

/** How long the old key still works, in milliseconds. */
const GRACE_MS = { "0": 0, "24h": 24 * HOUR_MS, "7d": 7 * 24 * HOUR_MS } as const;
/** How long the old key still works, by name. */
export type Grace = keyof typeof GRACE_MS;
/** Every `Grace`. */
export const GRACES: readonly Grace[] = ["0", "24h", "7d"];

/**
 * Issues a new key with the name, projects, scopes and expiry of an old one. The old key expires after `grace`, or at
 * its own expiry if that comes first. Throws `insufficient_scope`, `not_found`, `key_inactive` if the old key is
 * revoked, has expired or is rotated by somebody else at the same time, and `service_unavailable`.
 */
export async function rotateKey(
  actor: Actor,
  { id, grace }: { id: string; grace: Grace },
  { apiKeys, now: clock, random = cryptoRandomBytes }: KeyDependencies,
): Promise<{ issued: IssuedKey; oldExpiresAt: string }> {
  requireKeyManager(actor);
  const now = clock();
  const old = requireManagedKey(actor, await apiKeys.find(id));
  if (!isUsable(old, now)) throw keyInactive(old);
  const oldExpiresAt = endOf(old, new Date(now.getTime() + GRACE_MS[grace]));
  const { key, hash, prefix } = await newApiKey(random);
  const createdAt = now.toISOString();
  const replacement = { id: newId("key", now, random), hash, prefix, createdAt, old, oldExpiresAt };
  const issued = await apiKeys.replace(replacement, { actor, at: createdAt });
  if (!issued) throw keyInactive(await apiKeys.find(id));
  return { issued: { ...issued, key }, oldExpiresAt };
}

const endOf = ({ expiresAt }: ApiKeyRecord, graceEnd: Date): string => {
  const end = graceEnd.toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
};

function keyInactive(key: ApiKeyRecord | null): ServiceError {
  const state = key?.revokedAt ? "is revoked" : "has ended or was just rotated";
  return new ServiceError("key_inactive", `The API key ${state} and cannot be rotated.`);
}
