import { bothGuards, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { type Activity, changesBetween } from "../writes/activity.ts";
import { activityStatements, isRecorded } from "../writes/activity-statements.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { guardedClaimStatement } from "../writes/claim-store.ts";
import { scopeIsFree } from "../writes/guarded-change.ts";
import { bytesDemand, correctionDemand, type Demand, isWithinQuota } from "../writes/quota-check.ts";
import { ACCESS_BYTES, bytesOf, CHANGE_BYTES } from "../writes/usage-statements.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import { type ChangeAuthor, noteStatements } from "./key-activity.ts";

/** A key to write. Its statements may be sent twice: they write nothing that exists already. */
export interface NewApiKey extends ApiKeyRecord {
  hash: string;
  /** Whether the organization is created if it is missing. */
  createOrganization: boolean;
  /** Projects to create if they are missing. */
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
  oldExpiresAt: string;
}

/** The statements that write a key, unless another claim has the scope. Existing rows don't change. */
export function insertKeyStatements(
  db: D1Database,
  key: NewApiKey,
  author: ChangeAuthor,
  claim: Claim | null,
): D1PreparedStatement[] {
  const { id, organizationId, createdAt, projects, name, scopes, expiresAt } = key;
  const stored = projects === "all" ? null : JSON.stringify([...new Set(projects)].sort());
  const created = key.createProjects;
  const to = { name, projects, scopes, ...(expiresAt !== null && { expiresAt }) };
  const quota = isWithinQuota(organizationId, keyDemands(key, author, claim));
  const isFirst: Guard = {
    sql: "NOT EXISTS (SELECT 1 FROM api_keys WHERE organization_id = ?)",
    values: [organizationId],
  };
  const allowed = bothGuards(scopeIsFree(claim, createdAt), quota);
  const free = key.onlyFirst ? bothGuards(allowed, isFirst) : allowed;
  return [
    ...(key.createOrganization ? [db.prepare(INSERT_ORGANIZATION).bind(organizationId, createdAt)] : []),
    ...(created.length > 0
      ? [db.prepare(INSERT_PROJECTS).bind(organizationId, JSON.stringify(created), createdAt)]
      : []),
    db
      .prepare(INSERT_KEY(free))
      .bind(
        ...[id, organizationId, key.hash, key.prefix, key.name, stored],
        ...[JSON.stringify(key.scopes), createdAt, key.expiresAt, author.actor.type, author.actor.id],
        key.clientId,
        ...free.values,
      ),
    // The assistant has forgotten the key of its former connection.
    ...(key.clientId === null
      ? []
      : [db.prepare(END_FORMER).bind(author.actor.id, key.clientId, id, createdAt)]),
    ...(claim ? [guardedClaimStatement(db, claim, written(id))] : []),
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
        ACCESS_BYTES + bytesOf(project),
      ),
    ),
    ...noteStatements(
      db,
      author,
      organizationId,
      { type: "api_key", id },
      changesBetween({}, to),
      written(id),
      bytesOfKey(claim),
    ),
  ];
}

/** The bytes of a new key and of its stored response. Its projects and scopes are in the activity too. */
const bytesOfKey = (claim: Claim | null): number => ACCESS_BYTES + receiptBytes(claim);

/** A query for the number of the organization's active keys, without the one that ends at the same time. */
export const activeKeys = (organizationId: string, now: string, ended = ""): Guard => ({
  sql: `(SELECT count(*) FROM api_keys WHERE organization_id = ? AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ?) AND id <> ?)`,
  values: [organizationId, now, ended],
});

/** The bytes of a key, its record and its stored response. */
const bytesOfNewKey = (
  { expiresAt, name, projects, scopes }: Pick<ApiKeyRecord, "expiresAt" | "name" | "projects" | "scopes">,
  claim: Claim | null,
): number => CHANGE_BYTES + bytesOfKey(claim) + bytesOf(JSON.stringify([name, expiresAt, projects, scopes]));

/** The demands of a new key on the quotas. No quota limits the operator. */
export const keyDemands = (key: NewApiKey, { actor }: ChangeAuthor, claim: Claim | null): Demand[] =>
  actor.type === "job"
    ? []
    : [
        { quota: "keys", used: activeKeys(key.organizationId, key.createdAt), more: 1 },
        bytesDemand(key.organizationId, bytesOfNewKey(key, claim)),
      ];

/** The demands of a replacement: an old key that ends immediately frees its place. */
export function replacementDemands(
  { old, createdAt, oldExpiresAt }: Replacement,
  { actor }: ChangeAuthor,
  claim: Claim | null,
): Demand[] {
  if (actor.type === "job") return [];
  const ended = oldExpiresAt <= createdAt ? old.id : "";
  return [
    { quota: "keys", used: activeKeys(old.organizationId, createdAt, ended), more: 1 },
    correctionDemand(old.organizationId, bytesOfNewKey(old, claim)),
  ];
}

/** True if the key was written. */
const written = (id: string) => ({ sql: "EXISTS (SELECT 1 FROM api_keys WHERE id = ?)", values: [id] });

const INSERT_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?2)
  ON CONFLICT DO NOTHING`;

const INSERT_PROJECTS = `INSERT INTO projects (organization_id, id, name, created_at)
  SELECT ?1, value, value, ?3 FROM json_each(?2) WHERE TRUE
  ON CONFLICT (organization_id, id) DO NOTHING`;

const END_FORMER = `UPDATE api_keys SET revoked_at = ?4
  WHERE issuer_type = 'member' AND issuer_id = ?1 AND client_id = ?2 AND id <> ?3 AND revoked_at IS NULL
    AND EXISTS (SELECT 1 FROM api_keys WHERE id = ?3)`;

const KEY_COLUMNS = `id, organization_id, hash, prefix, name, projects, scopes, created_at, expires_at,
    issuer_type, issuer_id, client_id`;

const INSERT_KEY = (free: Guard) => `INSERT INTO api_keys (${KEY_COLUMNS})
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
  WHERE ${guardSql(free, 13)} ON CONFLICT (id) DO NOTHING`;

/**
 * The statements of a replacement. They write nothing if the old key is revoked or has expired, if its expiry
 * changed since it was read, or if another claim has the scope.
 */
export function replaceKeyStatements(
  db: D1Database,
  replacement: Replacement,
  author: ChangeAuthor,
  claim: Claim | null,
): D1PreparedStatement[] {
  const { id, hash, prefix, createdAt, old, oldExpiresAt } = replacement;
  const { type, id: actorId } = author.actor;
  const quota = isWithinQuota(old.organizationId, replacementDemands(replacement, author, claim));
  const free = bothGuards(scopeIsFree(claim, createdAt), quota);
  return [
    db
      .prepare(INSERT_REPLACEMENT(free))
      .bind(id, hash, prefix, createdAt, old.id, old.expiresAt, type, actorId, ...free.values),
    ...(claim ? [guardedClaimStatement(db, claim, written(id))] : []),
    db.prepare(END_OLD_KEY).bind(id, old.id, oldExpiresAt),
    ...noteStatements(
      db,
      author,
      old.organizationId,
      { type: "api_key", id },
      [{ field: "rotatedFrom", to: old.id }],
      written(id),
      bytesOfKey(claim),
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

const INSERT_REPLACEMENT = (free: Guard) => `INSERT INTO api_keys (${KEY_COLUMNS})
  SELECT ?1, organization_id, ?2, ?3, name, projects, scopes, ?4, expires_at, ?7, ?8, NULL
  FROM api_keys WHERE id = ?5 AND client_id IS NULL AND revoked_at IS NULL AND expires_at IS ?6 AND (expires_at IS NULL OR expires_at > ?4)
    AND ${guardSql(free, 9)}
  ON CONFLICT (id) DO NOTHING`;

const END_OLD_KEY = `UPDATE api_keys SET expires_at = ?3
  WHERE id = ?2 AND (expires_at IS NULL OR expires_at > ?3) AND EXISTS (SELECT 1 FROM api_keys WHERE id = ?1)`;

/**
 * The statements that revoke a key, unless it is revoked already. The activity comes first, because its condition is false
 * once the key is revoked; the key is revoked only if the activity was recorded.
 */
export const revokeKeyStatements = (
  db: D1Database,
  { id }: Pick<ApiKeyRecord, "id">,
  revocation: Activity,
): D1PreparedStatement[] => {
  const active: Guard = {
    sql: "EXISTS (SELECT 1 FROM api_keys WHERE id = ? AND revoked_at IS NULL)",
    values: [id],
  };
  const made = isRecorded(revocation);
  return [
    ...activityStatements(db, revocation, active),
    db
      .prepare(`UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1 AND ${guardSql(made, 3)}`)
      .bind(id, revocation.at, ...made.values),
  ];
};
