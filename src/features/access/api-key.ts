import {
  API_KEY_CHECKSUM_LENGTH,
  API_KEY_FORMAT,
  API_KEY_PREFIX,
  API_KEY_SECRET_LENGTH,
} from "../../ground/core/api-key-format.ts";
import { crc32, sha256Hex } from "../../ground/core/digest.ts";
import { cryptoRandomBytes, type RandomBytes, randomBase62, toBase62 } from "../../ground/core/ids.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";
import type { ActivityActor, NamedActor } from "../writes/activity.ts";
import { actorName } from "../writes/activity-statements.ts";
import type { Projects } from "./actor.ts";

/** A stored API key, as access checks need it. Only a hash of the key's text is stored. */
export interface ApiKey {
  id: string;
  organizationId: string;
  scopes: readonly Scope[];
  projects: Projects;
  expiresAt: string | null;
  revokedAt: string | null;
}

/** A key as people who manage keys see it. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord extends ApiKey {
  /** The first characters of the key, by which people recognize it. */
  prefix: string;
  name: string;
  createdAt: string;
  /** May be a minute behind; null if the key was never used. */
  lastUsedAt: string | null;
  /** The OAuth client id of the assistant that has the key; null: a key that a person was shown. */
  clientId: string | null;
  issuedBy: ActivityActor;
}

/** A new key with its text, which is stored nowhere and cannot be shown again. */
export type IssuedKey = ApiKeyRecord & { key: string };

/** A new key, `slk_` and 46 base62 characters. It is shown once; store only its hash and prefix. */
export async function newApiKey(
  random: RandomBytes = cryptoRandomBytes,
): Promise<{ key: string; hash: string; prefix: string }> {
  const body = API_KEY_PREFIX + randomBase62(API_KEY_SECRET_LENGTH, random);
  const key = body + toBase62(crc32(body), API_KEY_CHECKSUM_LENGTH);
  return { key, hash: await sha256Hex(key), prefix: key.slice(0, API_KEY_PREFIX.length + 6) };
}

/** Whether `text` has the form of a key and a correct checksum: a damaged key needs no query. */
export function isWellFormedApiKey(text: string): boolean {
  if (!API_KEY_FORMAT.test(text)) return false;
  const body = text.slice(0, -API_KEY_CHECKSUM_LENGTH);
  return text.endsWith(toBase62(crc32(body), API_KEY_CHECKSUM_LENGTH));
}

/** Whether the key may be used at `now`. */
export function isUsable(key: ApiKey, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now.toISOString());
}

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
    created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt, client_id AS clientId,
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
