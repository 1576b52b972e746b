import * as z from "zod";
import { cryptoRandomBytes, newId, type RandomBytes } from "../core/ids.ts";
import { list } from "../core/list.ts";
import { text } from "../core/text.ts";
import { parse } from "../core/validation.ts";
import { SCOPES, type Scope } from "../core/vocabulary.ts";
import type { Actor } from "./actor.ts";
import { type IssuedKey, newApiKey } from "./api-key.ts";
import type { NewApiKey } from "./api-key-statements.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { requireKeyManager } from "./permissions.ts";

/** The longest name of a key, in Unicode code points. */
export const MAX_KEY_NAME = 120;
/** The longest id of an organization or project, in Unicode code points. */
export const MAX_ID = 128;

/** What `issueKey` takes. */
export interface KeyRequest {
  organization: string;
  /** The projects that the key may use. Listed projects are created if they are missing. */
  projects: "all" | readonly string[];
  /** More projects to create if they are missing. */
  createProjects: readonly string[];
  scopes: readonly Scope[];
  name: string;
  /** ISO 8601 in UTC with milliseconds; null for a key that never expires. */
  expiresAt: string | null;
}

const keyRequest: z.ZodType<KeyRequest> = z.object({
  organization: text(1, MAX_ID),
  projects: z.union([z.literal("all"), list(text(1, MAX_ID))]),
  createProjects: list(text(1, MAX_ID)),
  scopes: list(z.enum(SCOPES)),
  name: text(1, MAX_KEY_NAME),
  expiresAt: z.iso.datetime({ precision: 3 }).nullable(),
});

/** What the verbs that write keys use. */
export interface KeyDependencies {
  apiKeys: ApiKeyStore;
  now: () => Date;
  random?: RandomBytes;
}

/**
 * Issues an API key and creates its projects if they are missing; a job also creates the organization. Only the result
 * holds the text of the key. Throws `insufficient_scope`, `validation_failed` and `service_unavailable`.
 */
export async function issueKey(
  actor: Actor,
  input: KeyRequest,
  dependencies: KeyDependencies,
): Promise<IssuedKey> {
  const issued = await insertKey(actor, input, false, dependencies);
  if (!issued) throw new Error("The database kept no row of the new key.");
  return issued;
}

/**
 * Issues a key as `issueKey` does; null if the organization has or ever had a key. Of two concurrent calls, only one
 * issues a key.
 */
export const issueFirstKey = (
  actor: Actor,
  input: KeyRequest,
  dependencies: KeyDependencies,
): Promise<IssuedKey | null> => insertKey(actor, input, true, dependencies);

async function insertKey(
  actor: Actor,
  input: KeyRequest,
  onlyFirst: boolean,
  { apiKeys, now: clock, random = cryptoRandomBytes }: KeyDependencies,
): Promise<IssuedKey | null> {
  requireKeyManager(actor, input.organization);
  const { organization, projects, createProjects, scopes, name, expiresAt } = parse(keyRequest, input);
  const { key, hash, prefix } = await newApiKey(random);
  const now = clock();
  const newKey: NewApiKey = {
    id: newId("key", now, random),
    organizationId: organization,
    hash,
    prefix,
    name,
    projects,
    scopes,
    createdAt: now.toISOString(),
    expiresAt,
    createProjects,
    createOrganization: actor.type === "job",
    onlyFirst,
  };
  const kept = await apiKeys.insert(newKey, { actor, at: newKey.createdAt });
  return kept && { ...kept, key };
}
