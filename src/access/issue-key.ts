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

/** Lengths in Unicode code points. */
export const MAX_KEY_NAME = 120;
export const MAX_ID = 128;

export interface KeyRequest {
  organization: string;
  /** The projects the key may touch. Those of a list are created where missing. */
  projects: "all" | readonly string[];
  /** Projects to create where missing, besides. */
  createProjects: readonly string[];
  scopes: readonly Scope[];
  name: string;
  /** ISO 8601 in UTC with milliseconds; null for a key without an end. */
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

export interface KeyDependencies {
  apiKeys: ApiKeyStore;
  now: () => Date;
  random?: RandomBytes;
}

/**
 * Issues an API key and creates the projects it names where they are missing; a job creates the organization too.
 * The key itself is in the answer only. Throws `insufficient_scope`, `validation_failed` and `service_unavailable`.
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
 * Issues a key as `issueKey` does, unless the organization has or ever had one: then it gives null. Of two calls at
 * once, one issues a key.
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
