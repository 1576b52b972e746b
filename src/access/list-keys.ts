import * as z from "zod";
import { text } from "../core/text.ts";
import { parse } from "../core/validation.ts";
import type { Actor } from "./actor.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import type { ApiKeyPosition, ApiKeyStore } from "./api-key-store.ts";
import { MAX_ID } from "./issue-key.ts";
import { requireKeyManager } from "./permissions.ts";

/** The most keys on one page. */
export const MAX_KEYS_PER_PAGE = 100;

/** What `listKeys` takes. */
export interface KeyQuery {
  /** Null means the member's own organization, or, for a job, every organization. */
  organization: string | null;
  limit: number;
  /** `next` of the previous page; null for the first page. */
  after: ApiKeyPosition | null;
}

const keyQuery: z.ZodType<KeyQuery> = z.object({
  organization: text(1, MAX_ID).nullable(),
  limit: z.int().min(1).max(MAX_KEYS_PER_PAGE),
  after: z.object({ createdAt: text(1, 64), id: text(1, 64) }).nullable(),
});

/** One page of keys. */
export interface KeyPage {
  keys: ApiKeyRecord[];
  /** Where the next page begins; null on the last page. */
  next: ApiKeyPosition | null;
}

/**
 * One page of an organization's keys, oldest first. Throws `insufficient_scope`, `validation_failed` and
 * `service_unavailable`.
 */
export async function listKeys(
  actor: Actor,
  input: KeyQuery,
  { apiKeys }: { apiKeys: ApiKeyStore },
): Promise<KeyPage> {
  requireKeyManager(actor, input.organization);
  const { organization, limit, after } = parse(keyQuery, input);
  const own = actor.type === "job" ? organization : actor.organizationId;
  // One key more than requested shows whether there is another page.
  const found = await apiKeys.list(own, after, limit + 1);
  const keys = found.slice(0, limit);
  const last = keys.at(-1);
  return { keys, next: last && found.length > limit ? { createdAt: last.createdAt, id: last.id } : null };
}
