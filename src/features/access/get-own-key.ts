import type { OrganizationActor } from "./actor.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { type Organization, readOrganization } from "./organization.ts";
import { requireKey } from "./permissions.ts";

/** What an API key may see of itself. */
export interface OwnKey {
  key: ApiKeyRecord;
  organization: Organization;
}

/** The actor's own API key with its organization. Throws `insufficient_scope` and `service_unavailable`. */
export async function getOwnKey(
  actor: OrganizationActor,
  { apiKeys, db }: { apiKeys: ApiKeyStore; db: D1Database },
): Promise<OwnKey> {
  const { id, organizationId } = requireKey(actor);
  const [key, organization] = await Promise.all([apiKeys.find(id), readOrganization(db, organizationId)]);
  if (!key) throw new Error("an authenticated key is not stored");
  return { key, organization };
}
