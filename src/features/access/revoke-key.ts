import type { Actor } from "./actor.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { accessActivity } from "./key-activity.ts";
import { requireKeyManager, requireManagedKey } from "./permissions.ts";

/**
 * Revokes a key. A revoked key keeps the time of its revocation, and `already` is true. Servers reject the key within
 * 10 seconds. Throws `insufficient_scope`, `not_found` and `service_unavailable`.
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
