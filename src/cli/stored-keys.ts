import * as z from "zod";
import { newApiKey } from "../access/api-key.ts";
import { cryptoRandomBytes, newId, type RandomBytes } from "../core/ids.ts";
import type { Scope } from "../core/vocabulary.ts";
import { type Database, execute, sql } from "./database.ts";

export interface KeyRequest {
  organization: string;
  /** The projects the key may touch. Those of a list are created where missing. */
  projects: "all" | readonly string[];
  /** Projects to create besides. */
  createProjects: readonly string[];
  scopes: readonly Scope[];
  name: string;
  expiresAt: string | null;
}

export interface StoredKey {
  id: string;
  prefix: string;
  name: string;
  organizationId: string;
  projects: "all" | string[];
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export type IssuedKey = StoredKey & { key: string };

const Texts = z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json)));

const Row = z.object({
  id: z.string(),
  prefix: z.string(),
  name: z.string(),
  organization_id: z.string(),
  project_policy: z.enum(["all", "selected"]),
  projects: Texts,
  scopes: Texts,
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

const toStoredKey = (row: unknown): StoredKey => {
  const key = Row.parse(row);
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    organizationId: key.organization_id,
    projects: key.project_policy === "all" ? "all" : key.projects,
    scopes: key.scopes,
    createdAt: key.created_at,
    expiresAt: key.expires_at,
    revokedAt: key.revoked_at,
    lastUsedAt: key.last_used_at,
  };
};

const SELECT_KEYS = `
  SELECT id, prefix, name, organization_id, project_policy, scopes,
    created_at, expires_at, revoked_at, last_used_at,
    (SELECT json_group_array(project_id) FROM api_key_projects WHERE api_key_id = api_keys.id) AS projects
  FROM api_keys`;

/** Issues a key and creates what it names. The key itself is in the answer only. */
export async function issueKey(
  database: Database,
  request: KeyRequest,
  now: Date,
  random: RandomBytes = cryptoRandomBytes,
): Promise<IssuedKey> {
  const issued = await insertKey(database, request, "always", now, random);
  if (issued === null) throw new Error("The database kept no row of the new key.");
  return issued;
}

/** Issues a key as `issueKey` does, unless the organization has or had one: then it gives null. */
export function issueFirstKey(
  database: Database,
  request: KeyRequest,
  now: Date,
  random: RandomBytes = cryptoRandomBytes,
): Promise<IssuedKey | null> {
  return insertKey(database, request, "first", now, random);
}

async function insertKey(
  database: Database,
  { organization, projects, createProjects, scopes, name, expiresAt }: KeyRequest,
  condition: "always" | "first",
  now: Date,
  random: RandomBytes,
): Promise<IssuedKey | null> {
  const id = newId("key", now, random);
  const { key, hash, prefix } = await newApiKey(random);
  const time = now.toISOString();
  const selected = projects === "all" ? [] : projects;
  const policy = projects === "all" ? "all" : "selected";
  const results = await execute(database, [
    sql`INSERT INTO organizations (id, name, created_at)
      VALUES (${organization}, ${organization}, ${time}) ON CONFLICT (id) DO NOTHING`,
    ...[...new Set([...selected, ...createProjects])].map(
      (project) => sql`INSERT INTO projects (organization_id, id, name, created_at)
        VALUES (${organization}, ${project}, ${project}, ${time}) ON CONFLICT (organization_id, id) DO NOTHING`,
    ),
    sql`INSERT INTO api_keys
        (id, organization_id, hash, prefix, name, project_policy, scopes, created_at, expires_at)
      SELECT ${id}, ${organization}, ${hash}, ${prefix}, ${name}, ${policy}, ${JSON.stringify(scopes)},
        ${time}, ${expiresAt}
      WHERE ${condition} = 'always'
        OR NOT EXISTS (SELECT 1 FROM api_keys WHERE organization_id = ${organization})`,
    ...selected.map(
      (project) => sql`INSERT INTO api_key_projects (organization_id, api_key_id, project_id)
        SELECT organization_id, id, ${project} FROM api_keys WHERE id = ${id}`,
    ),
    SELECT_KEYS + sql` WHERE id = ${id}`,
  ]);
  const row = results.at(-1)?.[0];
  return row === undefined ? null : { ...toStoredKey(row), key };
}

/** The keys of an organization, or of all with null, oldest first. */
export async function listKeys(database: Database, organization: string | null): Promise<StoredKey[]> {
  const [rows = []] = await execute(database, [
    SELECT_KEYS +
      sql` WHERE ${organization} IS NULL OR organization_id = ${organization} ORDER BY created_at, id`,
  ]);
  return rows.map(toStoredKey);
}

/** Revokes a key from now on; one revoked before keeps its time. Null where there is no such key. */
export async function revokeKey(
  database: Database,
  id: string,
  now: Date,
): Promise<{ key: StoredKey; already: boolean } | null> {
  const [updated = [], found = []] = await execute(database, [
    sql`UPDATE api_keys SET revoked_at = ${now.toISOString()} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`,
    SELECT_KEYS + sql` WHERE id = ${id}`,
  ]);
  const row = found[0];
  return row === undefined ? null : { key: toStoredKey(row), already: updated.length === 0 };
}
