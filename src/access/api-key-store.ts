import type { WaitUntil } from "../platform/background.ts";
import { onD1, settle } from "../platform/d1.ts";
import { Memory } from "../platform/memory.ts";
import type { ApiKey, ApiKeyRecord } from "./api-key.ts";
import { type ApiKeyRow, fromApiKeyRow, SELECT_API_KEYS } from "./api-key-rows.ts";
import {
  insertKeyStatements,
  type NewApiKey,
  type Replacement,
  replaceKeyStatements,
  revokeKeyStatements,
} from "./api-key-statements.ts";
import type { ChangeAuthor } from "./key-activity.ts";

/** A revocation must take effect within 10 s, so no isolate remembers a key for longer, in milliseconds. */
const REMEMBERED_MS = 10_000;
/** Precision of the last use, in milliseconds: an isolate writes it once a minute for each key, not once a request. */
const LAST_USED_STEP_MS = 60_000;

/** The last key of a page: the next page begins after it. */
export interface ApiKeyPosition {
  createdAt: string;
  id: string;
}

/** API keys in D1; the isolate remembers keys for at most 10 s. */
export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/**
 * The keys that this isolate remembers. Unknown keys are not remembered: a key that was just issued must work at
 * once.
 */
const keys = new Memory<ApiKey>(1_000, REMEMBERED_MS);
const touched = new Memory<true>(1_000, LAST_USED_STEP_MS);

/**
 * API keys in D1. Every change is one transaction. If D1's answer to a change is lost, the change is looked for before
 * it is sent again. Each method may throw `service_unavailable`, except `touch`. `waitUntil` keeps the work after the
 * answer running.
 */
export function apiKeyStore(db: D1Database, waitUntil: WaitUntil) {
  const first = async (condition: string, value: string): Promise<ApiKeyRecord | null> => {
    const statement = db.prepare(`${SELECT_API_KEYS} WHERE ${condition}`).bind(value);
    const row = await onD1(() => statement.first<ApiKeyRow>());
    return row && fromApiKeyRow(row);
  };
  const find = (id: string) => first("id = ?1", id);
  /** Executes the statements in one transaction and returns the key with `id` as it is afterwards. */
  const change = async (statements: D1PreparedStatement[], id: string): Promise<ApiKeyRecord | null> => {
    const read = db.prepare(`${SELECT_API_KEYS} WHERE id = ?1`).bind(id);
    const results = await onD1(() => db.batch<ApiKeyRow>([...statements, read]));
    const row = results.at(-1)?.results[0];
    return row ? fromApiKeyRow(row) : null;
  };
  return {
    /** The key with this hash, from memory (at most 10 s old) or from D1. D1 is read once `beforeRead` has resolved. */
    async findByHash(hash: string, beforeRead?: () => Promise<void>): Promise<ApiKey | null> {
      const asked = Date.now();
      const known = keys.get(hash, asked);
      if (known) return known;
      await beforeRead?.();
      const key = await first("hash = ?1", hash);
      // The age counts from before the query, as its answer may be that old.
      if (key) keys.set(hash, key, asked);
      return key;
    },
    /** Writes the time of a key's last use after the answer. A failed write is ignored. */
    touch(id: string, now: Date): void {
      if (touched.get(id, now.getTime())) return;
      touched.set(id, true, now.getTime());
      const write = db
        .prepare("UPDATE api_keys SET last_used_at = ?2 WHERE id = ?1")
        .bind(id, now.toISOString());
      waitUntil(write.run().catch(() => {}));
    },
    find,
    /** Up to `limit` keys of an organization (null: of all), oldest first, beginning after `after`. */
    async list(
      organizationId: string | null,
      after: ApiKeyPosition | null,
      limit: number,
    ): Promise<ApiKeyRecord[]> {
      const statement = db
        .prepare(
          `${SELECT_API_KEYS} WHERE (?1 IS NULL OR organization_id = ?1) AND (created_at, id) > (?2, ?3)
           ORDER BY created_at, id LIMIT ?4`,
        )
        .bind(organizationId, after?.createdAt ?? "", after?.id ?? "", limit);
      const { results } = await onD1(() => statement.all<ApiKeyRow>());
      return results.map(fromApiKeyRow);
    },
    /**
     * Writes the key and its projects. Null if the key was not written, as the organization has or had a key already.
     */
    insert(key: NewApiKey, author: ChangeAuthor): Promise<ApiKeyRecord | null> {
      const statements = insertKeyStatements(db, key, author);
      const write = () => change(statements, key.id);
      return settle(write, () => find(key.id));
    },
    /** Replaces a key by a new one. Null if the old key has changed since it was read; then nothing is written. */
    replace(replacement: Replacement, author: ChangeAuthor): Promise<ApiKeyRecord | null> {
      const statements = replaceKeyStatements(db, replacement, author);
      const write = () => change(statements, replacement.id);
      return settle(write, () => find(replacement.id));
    },
    /** Revokes the key, unless it is revoked already, and returns it; null if there is no such key. */
    revoke(
      key: Pick<ApiKeyRecord, "id" | "organizationId">,
      author: ChangeAuthor,
    ): Promise<ApiKeyRecord | null> {
      const revoked = async () => {
        const found = await find(key.id);
        return found?.revokedAt ? found : null;
      };
      const statements = revokeKeyStatements(db, key, author);
      return settle(() => change(statements, key.id), revoked);
    },
  };
}
