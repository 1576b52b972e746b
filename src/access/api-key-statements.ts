import { changesBetween } from "../audit/activity.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import { type ChangeAuthor, noteStatements } from "./key-activity.ts";

/** A key to be written. Its statements may be sent twice: they write nothing that exists already. */
export interface NewApiKey extends Omit<ApiKeyRecord, "revokedAt" | "lastUsedAt"> {
  hash: string;
  /** Whether the organization is created if it is missing. */
  createOrganization: boolean;
  /** Projects to create if they are missing, besides those of the key. */
  createProjects: readonly string[];
  /** Whether the key is written only if the organization never had one. */
  onlyFirst: boolean;
}

/** A new key that replaces an old one and takes over its name, projects, scopes and expiry. */
export interface Replacement {
  id: string;
  hash: string;
  prefix: string;
  createdAt: string;
  /** The key to be replaced, as it was read. */
  old: ApiKeyRecord;
  /** When the old key expires. */
  oldExpiresAt: string;
}

/** The statements that write a key and its projects. What exists already, as after a retry, is not changed. */
export function insertKeyStatements(
  db: D1Database,
  key: NewApiKey,
  author: ChangeAuthor,
): D1PreparedStatement[] {
  const { id, organizationId, createdAt, projects, name, scopes, expiresAt } = key;
  const selected = projects === "all" ? [] : projects;
  const created = [...new Set([...selected, ...key.createProjects])];
  const to = { name, projects, scopes, ...(expiresAt !== null && { expiresAt }) };
  return [
    ...(key.createOrganization ? [db.prepare(INSERT_ORGANIZATION).bind(organizationId, createdAt)] : []),
    db.prepare(INSERT_PROJECTS).bind(organizationId, JSON.stringify(created), createdAt),
    db
      .prepare(key.onlyFirst ? INSERT_FIRST_KEY : INSERT_KEY)
      .bind(
        ...[id, organizationId, key.hash, key.prefix, key.name, projects === "all" ? "all" : "selected"],
        ...[JSON.stringify(key.scopes), createdAt, key.expiresAt],
      ),
    db.prepare(INSERT_KEY_PROJECTS).bind(id, JSON.stringify(selected)),
    ...created.flatMap((project) =>
      noteStatements(
        db,
        author,
        organizationId,
        { type: "project", id: project },
        [{ field: "name", to: project }],
        {
          sql: "EXISTS (SELECT 1 FROM projects WHERE organization_id = ? AND id = ? AND created_at = ?)",
          values: [organizationId, project, createdAt],
        },
      ),
    ),
    ...noteStatements(
      db,
      author,
      organizationId,
      { type: "api_key", id },
      changesBetween({}, to),
      written(id),
    ),
  ];
}

/** Holds if the key was written. */
const written = (id: string) => ({ sql: "EXISTS (SELECT 1 FROM api_keys WHERE id = ?)", values: [id] });

const INSERT_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?2)
  ON CONFLICT (id) DO NOTHING`;

const INSERT_PROJECTS = `INSERT INTO projects (organization_id, id, name, created_at)
  SELECT ?1, value, value, ?3 FROM json_each(?2) WHERE TRUE
  ON CONFLICT (organization_id, id) DO NOTHING`;

const INSERT_KEY = `INSERT INTO api_keys
    (id, organization_id, hash, prefix, name, project_policy, scopes, created_at, expires_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
  ON CONFLICT (id) DO NOTHING`;

const INSERT_FIRST_KEY = `INSERT INTO api_keys
    (id, organization_id, hash, prefix, name, project_policy, scopes, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
  WHERE NOT EXISTS (SELECT 1 FROM api_keys WHERE organization_id = ?2)`;

const INSERT_KEY_PROJECTS = `INSERT INTO api_key_projects (organization_id, api_key_id, project_id)
  SELECT api_keys.organization_id, api_keys.id, project.value
  FROM api_keys JOIN json_each(?2) AS project WHERE api_keys.id = ?1
  ON CONFLICT (api_key_id, project_id) DO NOTHING`;

/**
 * The statements of a replacement. They write nothing if the old key's revocation or expiry has changed since it was
 * read.
 */
export function replaceKeyStatements(
  db: D1Database,
  replacement: Replacement,
  author: ChangeAuthor,
): D1PreparedStatement[] {
  const { id, hash, prefix, createdAt, old, oldExpiresAt } = replacement;
  return [
    db.prepare(INSERT_REPLACEMENT).bind(id, hash, prefix, createdAt, old.id, old.expiresAt),
    db.prepare(COPY_PROJECTS).bind(id, old.id),
    db.prepare(END_OLD_KEY).bind(id, old.id, oldExpiresAt),
    ...noteStatements(
      db,
      author,
      old.organizationId,
      { type: "api_key", id },
      [{ field: "rotatedFrom", to: old.id }],
      written(id),
    ),
    ...noteStatements(
      db,
      author,
      old.organizationId,
      { type: "api_key", id: old.id },
      changesBetween(old.expiresAt === null ? {} : { expiresAt: old.expiresAt }, { expiresAt: oldExpiresAt }),
      written(id),
    ),
  ];
}

const INSERT_REPLACEMENT = `INSERT INTO api_keys
    (id, organization_id, hash, prefix, name, project_policy, scopes, created_at, expires_at)
  SELECT ?1, organization_id, ?2, ?3, name, project_policy, scopes, ?4, expires_at
  FROM api_keys WHERE id = ?5 AND revoked_at IS NULL AND expires_at IS ?6
  ON CONFLICT (id) DO NOTHING`;

const COPY_PROJECTS = `INSERT INTO api_key_projects (organization_id, api_key_id, project_id)
  SELECT old.organization_id, ?1, old.project_id FROM api_key_projects AS old
  WHERE old.api_key_id = ?2 AND EXISTS (SELECT 1 FROM api_keys WHERE id = ?1)
  ON CONFLICT (api_key_id, project_id) DO NOTHING`;

const END_OLD_KEY = `UPDATE api_keys SET expires_at = ?3
  WHERE id = ?2 AND (expires_at IS NULL OR expires_at > ?3) AND EXISTS (SELECT 1 FROM api_keys WHERE id = ?1)`;

/** The statements that revoke a key. A key that is revoked already keeps the time of its revocation. */
export const revokeKeyStatements = (
  db: D1Database,
  { id, organizationId }: Pick<ApiKeyRecord, "id" | "organizationId">,
  author: ChangeAuthor,
): D1PreparedStatement[] => [
  db.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL").bind(id, author.at),
  ...noteStatements(
    db,
    author,
    organizationId,
    { type: "api_key", id },
    [{ field: "revokedAt", to: author.at }],
    { sql: "EXISTS (SELECT 1 FROM api_keys WHERE id = ? AND revoked_at = ?)", values: [id, author.at] },
  ),
];
