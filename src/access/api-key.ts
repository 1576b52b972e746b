import { crc32, sha256Hex } from "../core/digest.ts";
import { cryptoRandomBytes, type RandomBytes, randomBase62, toBase62 } from "../core/ids.ts";
import type { Scope } from "../core/vocabulary.ts";

const PREFIX = "slk_";
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^slk_[0-9A-Za-z]{46}$/;

/** Finds our keys anywhere in a text, so that metadata that carries one can be refused. */
export const API_KEY_IN_TEXT = /slk_[0-9A-Za-z]{46}/;

/** A key as stored: everything but the key. */
export interface ApiKey {
  id: string;
  organizationId: string;
  scopes: readonly Scope[];
  /** The projects it may touch; `all` means every project of its organization. */
  projects: "all" | readonly string[];
  expiresAt: string | null;
  revokedAt: string | null;
}

/** A key as it is shown to those who manage keys. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord extends ApiKey {
  /** The first characters of the key, to tell keys apart. */
  prefix: string;
  name: string;
  createdAt: string;
  /** At most a minute old; null where the key was never used. */
  lastUsedAt: string | null;
}

/** A key that was just issued, with the key itself: it is stored nowhere and cannot be shown again. */
export type IssuedKey = ApiKeyRecord & { key: string };

/** A new key, `slk_` and 46 base62 characters. It is shown once; keep only its hash and prefix. */
export async function newApiKey(
  random: RandomBytes = cryptoRandomBytes,
): Promise<{ key: string; hash: string; prefix: string }> {
  const body = PREFIX + randomBase62(SECRET_LENGTH, random);
  const key = body + toBase62(crc32(body), CHECKSUM_LENGTH);
  return { key, hash: await sha256Hex(key), prefix: key.slice(0, PREFIX.length + 6) };
}

/** Whether `text` has a key's form and its checksum holds: a damaged key needs no look-up. */
export function isWellFormedApiKey(text: string): boolean {
  if (!FORMAT.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(toBase62(crc32(body), CHECKSUM_LENGTH));
}

/** Whether the key may be used at `now`. */
export function isUsable(key: ApiKey, now: Date): boolean {
  const time = now.toISOString();
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > time);
}
