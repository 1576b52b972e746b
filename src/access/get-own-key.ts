import type { OrganizationActor } from "./actor.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { type Organization, readOrganization } from "./organization.ts";
import { requireKey } from "./permissions.ts";

/** An API key as it may see itself. */
export interface OwnKey {
  key: ApiKeyRecord;
  organization: Organization;
}

/** The API key that the actor is, with its organization. Throws `insufficient_scope` and `service_unavailable`. */
export async function getOwnKey(
  actor: OrganizationActor,
  { apiKeys, db }: { apiKeys: ApiKeyStore; db: D1Database },
): Promise<OwnKey> {
  const { id, organizationId } = requireKey(actor);
  const [key, organization] = await Promise.all([apiKeys.find(id), readOrganization(db, organizationId)]);
  if (!key) throw new Error("a key that was authenticated is not stored");
  return { key, organization };
}
