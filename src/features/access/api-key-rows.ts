import type { Scope } from "../../ground/core/vocabulary.ts";
import type { ActivityActor, NamedActor } from "../writes/activity.ts";
import { actorName } from "../writes/activity-statements.ts";
import type { ApiKeyRecord } from "./api-key.ts";

/** A row of `api_keys` without the hash. */
export interface ApiKeyRow extends Omit<ApiKeyRecord, "scopes" | "projects" | "issuedBy"> {
  scopes: string;
  projects: string | null;
  issuerType: ActivityActor["type"];
  issuerId: string;
}

export interface ListedApiKeyRow extends ApiKeyRow {
  issuerName: string | null;
}

export interface ListedApiKey extends ApiKeyRecord {
  issuedBy: NamedActor;
}

const COLUMNS = `id, organization_id AS organizationId, prefix, name, projects, scopes,
    created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt,
    issuer_type AS issuerType, issuer_id AS issuerId`;

/** The start of a query for `ApiKeyRow`s; a condition has to follow. */
export const SELECT_API_KEYS = `SELECT ${COLUMNS} FROM api_keys`;

/** The start of a query for `ListedApiKeyRow`s; a condition has to follow. */
export const SELECT_LISTED_API_KEYS = `SELECT ${COLUMNS},
    ${actorName("api_keys.issuer_type", "api_keys.issuer_id", "api_keys.organization_id")} AS issuerName
  FROM api_keys`;

export const fromApiKeyRow = ({
  scopes,
  projects,
  issuerType,
  issuerId,
  ...row
}: ApiKeyRow): ApiKeyRecord => ({
  ...row,
  // Both columns are JSON arrays of strings, as insertKeyStatements wrote them.
  scopes: JSON.parse(scopes) as Scope[],
  projects: projects === null ? "all" : (JSON.parse(projects) as string[]),
  issuedBy: { type: issuerType, id: issuerId },
});

export function fromListedApiKeyRow({ issuerName, ...row }: ListedApiKeyRow): ListedApiKey {
  const key = fromApiKeyRow(row);
  return { ...key, issuedBy: { ...key.issuedBy, name: issuerName } };
}
