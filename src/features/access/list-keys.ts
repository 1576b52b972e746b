import * as z from "zod";
import { decodeCursor, pageOf } from "../../ground/core/cursor.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import type { Actor, OrganizationActor } from "./actor.ts";
import type { ApiKeyRecord, ListedApiKey } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { type Organization, readOrganization } from "./organization.ts";
import { requireKey, requireKeyManager, requireManagedKey } from "./permissions.ts";
import { MAX_ID } from "./project.ts";

/** The maximum of keys on a page. */
export const MAX_KEYS_PER_PAGE = 100;

interface KeyQuery {
  /** Null means the member's own organization, or, for a job, every organization. */
  organization: string | null;
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

const keyQuery = z.object({
  organization: text(1, MAX_ID).nullable(),
  limit: z.int().min(1).max(MAX_KEYS_PER_PAGE),
});

/** A page of keys, newest first. The issuer has no name if that member has left. */
interface KeyPage {
  keys: ListedApiKey[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** A page of an organization's keys, newest first. Throws `validation_failed`. */
export async function listKeys(
  actor: Actor,
  { cursor, ...input }: KeyQuery,
  { apiKeys }: { apiKeys: ApiKeyStore },
): Promise<KeyPage> {
  requireKeyManager(actor, input.organization);
  const { organization, limit } = parse(keyQuery, input);
  const own = actor.type === "job" ? organization : actor.organizationId;
  const list = canonicalJson(["keys", own]);
  const before = cursor === undefined ? idsMadeIn("key", {}).before : decodeCursor(list, cursor);
  const found = await apiKeys.list(own, before, limit + 1);
  const { items, nextCursor } = pageOf(list, found, limit, ({ id }) => id);
  return { keys: items, nextCursor };
}

/** A key, as in `listKeys`. Throws `not_found`. */
export async function getKey(
  actor: Actor,
  { id }: { id: string },
  { apiKeys }: { apiKeys: ApiKeyStore },
): Promise<ListedApiKey> {
  requireKeyManager(actor);
  return requireManagedKey(actor, await apiKeys.findListed(id));
}

/** What an API key may see of itself. */
export interface OwnKey {
  key: ApiKeyRecord;
  organization: Organization;
}

/** The actor's own API key with its organization. */
export async function getOwnKey(
  actor: OrganizationActor,
  { apiKeys, db }: { apiKeys: ApiKeyStore; db: D1Database },
): Promise<OwnKey> {
  const { id, organizationId } = requireKey(actor);
  const [key, organization] = await Promise.all([apiKeys.find(id), readOrganization(db, organizationId)]);
  if (!key) throw new Error("an authenticated key is not stored");
  return { key, organization };
}
