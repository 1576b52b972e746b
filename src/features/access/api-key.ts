import {
  API_KEY_CHECKSUM_LENGTH,
  API_KEY_FORMAT,
  API_KEY_PREFIX,
  API_KEY_SECRET_LENGTH,
} from "../../ground/core/api-key-format.ts";
import { crc32, sha256Hex } from "../../ground/core/digest.ts";
import { cryptoRandomBytes, type RandomBytes, randomBase62, toBase62 } from "../../ground/core/ids.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";
import type { ActivityActor } from "../writes/activity.ts";
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
