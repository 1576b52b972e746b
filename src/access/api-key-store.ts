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

/** A revocation must hold within 10 s, so no isolate remembers a key longer. */
const REMEMBERED_MS = 10_000;
/** Last use is noted this finely, in milliseconds: one write a minute a key, not one a request. */
const LAST_USED_STEP_MS = 60_000;

/** The last key of a page: the next page begins after it. */
export interface ApiKeyPosition {
  createdAt: string;
  id: string;
}

/** API keys in D1, remembered by the isolate for at most 10 s. */
export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/** Of this isolate. Unknown keys are not remembered: one that was just issued must work at once. */
const keys = new Memory<ApiKey>(1_000, REMEMBERED_MS);
const touched = new Memory<true>(1_000, LAST_USED_STEP_MS);

/**
 * API keys in D1. Every change is one transaction, and one whose answer was lost is looked for before it is sent
 * again. Each method may throw `service_unavailable`. `waitUntil` takes the work that goes on after the answer.
 */
export function apiKeyStore(db: D1Database, waitUntil: WaitUntil) {
  const first = async (condition: string, value: string): Promise<ApiKeyRecord | null> => {
    const statement = db.prepare(`${SELECT_API_KEYS} WHERE ${condition}`).bind(value);
    const row = await onD1(() => statement.first<ApiKeyRow>());
    return row && fromApiKeyRow(row);
  };
  const find = (id: string) => first("id = ?1", id);
  /** Executes the statements together and gives the key with `id` as it is afterwards. */
  const change = async (statements: D1PreparedStatement[], id: string): Promise<ApiKeyRecord | null> => {
    const read = db.prepare(`${SELECT_API_KEYS} WHERE id = ?1`).bind(id);
    const results = await onD1(() => db.batch<ApiKeyRow>([...statements, read]));
    const row = results.at(-1)?.results[0];
    return row ? fromApiKeyRow(row) : null;
  };
  return {
    /** The key with this hash, from memory of at most 10 s or from D1; `beforeRead` is waited for before D1 is asked. */
    async findByHash(hash: string, beforeRead?: () => Promise<void>): Promise<ApiKey | null> {
      const asked = Date.now();
      const known = keys.get(hash, asked);
      if (known) return known;
      await beforeRead?.();
      const key = await first("hash = ?1", hash);
      // Counted from before the query: its answer may be that old already.
      if (key) keys.set(hash, key, asked);
      return key;
    },
    /** Notes the use of a key, after the answer. */
    touch(id: string, now: Date): void {
      if (touched.get(id, now.getTime())) return;
      touched.set(id, true, now.getTime());
      const write = db
        .prepare("UPDATE api_keys SET last_used_at = ?2 WHERE id = ?1")
        .bind(id, now.toISOString());
      waitUntil(write.run().catch(() => {}));
    },
    find,
    /** Up to `limit` keys of an organization, or of all with null, oldest first, from behind `after` on. */
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
    /** Writes the key and what it names. Null where it was not written, as the organization has or had a key. */
    insert(key: NewApiKey, author: ChangeAuthor): Promise<ApiKeyRecord | null> {
      const statements = insertKeyStatements(db, key, author);
      const write = () => change(statements, key.id);
      return settle(write, () => find(key.id));
    },
    /** Replaces a key by a new one. Null where the old one has changed since it was read: nothing is written. */
    replace(replacement: Replacement, author: ChangeAuthor): Promise<ApiKeyRecord | null> {
      const statements = replaceKeyStatements(db, replacement, author);
      const write = () => change(statements, replacement.id);
      return settle(write, () => find(replacement.id));
    },
    /** Revokes the key, unless it is revoked already, and gives it; null where there is none. */
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
