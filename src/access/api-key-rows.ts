import type { ActivityActor, NamedActor } from "../audit/activity.ts";
import { actorName } from "../audit/activity-statements.ts";
import type { Scope } from "../core/vocabulary.ts";
import type { ApiKeyRecord } from "./api-key.ts";

/** A row of `api_keys` with its projects, without the hash. */
export interface ApiKeyRow {
  id: string;
  organization_id: string;
  prefix: string;
  name: string;
  project_policy: "all" | "selected";
  scopes: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  issuer_type: ActivityActor["type"];
  issuer_id: string;
  projects: string;
}

export interface ListedApiKeyRow extends ApiKeyRow {
  issuer_name: string | null;
}

/** A key as lists show it. */
export interface ListedApiKey extends ApiKeyRecord {
  issuedBy: NamedActor;
}

const COLUMNS = `id, organization_id, prefix, name, project_policy, scopes,
    created_at, expires_at, revoked_at, last_used_at, issuer_type, issuer_id,
    (SELECT json_group_array(project_id) FROM api_key_projects WHERE api_key_id = api_keys.id) AS projects`;

/** The start of a query for `ApiKeyRow`s; a condition has to follow. */
export const SELECT_API_KEYS = `SELECT ${COLUMNS} FROM api_keys`;

/** The start of a query for `ListedApiKeyRow`s; a condition has to follow. */
export const SELECT_LISTED_API_KEYS = `SELECT ${COLUMNS},
    ${actorName("api_keys.issuer_type", "api_keys.issuer_id", "api_keys.organization_id")} AS issuer_name
  FROM api_keys`;

export const fromApiKeyRow = (row: ApiKeyRow): ApiKeyRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  prefix: row.prefix,
  name: row.name,
  // Both columns are JSON arrays of strings: insertKeyStatements writes the first, and SQL builds the second.
  scopes: JSON.parse(row.scopes) as Scope[],
  projects: row.project_policy === "all" ? "all" : (JSON.parse(row.projects) as string[]),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  issuedBy: { type: row.issuer_type, id: row.issuer_id },
});

export function fromListedApiKeyRow(row: ListedApiKeyRow): ListedApiKey {
  const key = fromApiKeyRow(row);
  return { ...key, issuedBy: { ...key.issuedBy, name: row.issuer_name } };
}
