import { sha256Hex } from "../../ground/core/digest.ts";
import type { ServiceError } from "../../ground/core/errors.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { allRows, firstRow, runBatch, settle } from "../../ground/platform/d1.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { Activity } from "../writes/activity.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import type { Claim } from "../writes/claim.ts";
import { readHolder } from "../writes/claim-store.ts";
import { type Demand, quotaError } from "../writes/quota-check.ts";
import {
  type ApiKey,
  type ApiKeyRecord,
  type ApiKeyRow,
  fromApiKeyRow,
  fromListedApiKeyRow,
  type ListedApiKey,
  type ListedApiKeyRow,
  SELECT_API_KEYS,
  SELECT_LISTED_API_KEYS,
} from "./api-key.ts";
import {
  insertKeyStatements,
  keyDemands,
  type NewApiKey,
  type Replacement,
  replaceKeyStatements,
  replacementDemands,
  revokeKeyStatements,
} from "./api-key-statements.ts";
import type { ChangeAuthor } from "./key-activity.ts";

/** A revocation must take effect within 10 s, so isolates cache keys no longer than this, in milliseconds. */
const CACHED_MS = 10_000;
/** Precision of the last use, in milliseconds: an isolate writes it once a minute per key, not on every request. */
const LAST_USED_STEP_MS = 60_000;

/**
 * `claimed`: another request has the idempotency scope. `refused`: a precondition of the write failed. In both cases
 * nothing was written.
 */
export type KeyWriteOutcome =
  | { kind: "written"; key: ApiKeyRecord }
  | { kind: "claimed"; claim: Claim }
  | { kind: "quota_exceeded"; error: ServiceError }
  | { kind: "refused" };

/** API keys in D1, cached by the isolate for at most 10 s. */
export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/**
 * The keys that this isolate caches, by their text, because hashing it would take a tenth of a read. Unknown keys are not
 * cached: a new key must work immediately.
 */
const keys = new Memory<ApiKey>(1_000, CACHED_MS);
const touched = new Memory<true>(1_000, LAST_USED_STEP_MS);

/** For lists of activity: see `ObjectNames`. */
export const API_KEY_NAME = "SELECT name FROM api_keys WHERE api_keys.id = object_id";

/**
 * API keys in D1. Every change is one transaction. If D1's response to a change is lost, the change is looked up before
 * it is sent again. Each method may throw `service_unavailable`, except `touch`. `waitUntil` keeps work running after
 * the response.
 */
export function apiKeyStore(db: D1Database, waitUntil: WaitUntil) {
  const first = async (condition: string, value: string): Promise<ApiKeyRecord | null> => {
    const row = await firstRow<ApiKeyRow>(db, `${SELECT_API_KEYS} WHERE ${condition}`, value);
    return row && fromApiKeyRow(row);
  };
  const find = (id: string) => first("id = ?1", id);
  /** Executes the statements in one transaction and returns the key with `id` as it is afterwards. */
  const change = async (statements: D1PreparedStatement[], id: string): Promise<ApiKeyRecord | null> => {
    const read = db.prepare(`${SELECT_API_KEYS} WHERE id = ?1`).bind(id);
    const results = await runBatch<ApiKeyRow>(db, [...statements, read]);
    const row = results.at(-1)?.results[0];
    return row ? fromApiKeyRow(row) : null;
  };
  /** Writes a new key. Reading it back shows whether it was written. */
  async function write(
    statements: D1PreparedStatement[],
    { id, organizationId, demands }: { id: string; organizationId: string; demands: readonly Demand[] },
    claim: Claim | null,
  ): Promise<KeyWriteOutcome> {
    const key = await settle(
      () => change(statements, id),
      () => find(id),
    );
    if (key) return { kind: "written", key };
    const holder = claim && (await readHolder(db, claim.scope));
    const held = holder && holder.expiresAt > claim.createdAt;
    if (held) return { kind: "claimed", claim: holder };
    const full = await quotaError(db, organizationId, demands);
    return full ? { kind: "quota_exceeded", error: full } : { kind: "refused" };
  }
  return {
    /** The key with this text, active or not, if it was read in the last 10 s. */
    recall: (text: string): ApiKey | undefined => keys.get(text, Date.now()),
    /** The key with this text, active or not, from memory (at most 10 s old) or from D1. */
    async findByText(text: string): Promise<ApiKey | null> {
      const start = Date.now();
      const known = keys.get(text, start);
      if (known) return known;
      const key = await first("hash = ?1", await sha256Hex(text));
      // The age counts from before the query, because the result may be that old.
      if (key) keys.set(text, key, start);
      return key;
    },
    /** Writes the time of a key's last use after the response. A failed write is ignored. */
    touch(id: string, now: Date): void {
      if (touched.get(id, now.getTime())) return;
      touched.set(id, true, now.getTime());
      const write = db
        .prepare("UPDATE api_keys SET last_used_at = ?2 WHERE id = ?1")
        .bind(id, now.toISOString());
      waitUntil(write.run().catch(() => {}));
    },
    find,
    /** The key with the name of its issuer. */
    async findListed(id: string): Promise<ListedApiKey | null> {
      const row = await firstRow<ListedApiKeyRow>(db, `${SELECT_LISTED_API_KEYS} WHERE id = ?1`, id);
      return row && fromListedApiKeyRow(row);
    },
    /** Up to `limit` keys of an organization (null: of all) with ids before `before`, the newest first. */
    async list(organizationId: string | null, before: string, limit: number): Promise<ListedApiKey[]> {
      // Ids are in the order of time, and each organization has an index of them.
      const own = organizationId === null ? "" : "AND organization_id = ?3";
      const sql = `${SELECT_LISTED_API_KEYS} WHERE id < ?1 ${own} ORDER BY id DESC LIMIT ?2`;
      const values = [before, limit, ...(organizationId === null ? [] : [organizationId])];
      const results = await allRows<ListedApiKeyRow>(db, sql, ...values);
      return results.map(fromListedApiKeyRow);
    },
    /**
     * Writes the key and its projects. `refused`: only a first key was wanted, and the organization already had a key; or
     * the quota was used up and is not any longer.
     */
    insert: (key: NewApiKey, author: ChangeAuthor, claim: Claim | null): Promise<KeyWriteOutcome> =>
      write(
        insertKeyStatements(db, key, author, claim),
        { id: key.id, organizationId: key.organizationId, demands: keyDemands(key, author, claim) },
        claim,
      ),
    /** Replaces a key by a new one. `refused`: the old key has ended, or its end has changed since it was read. */
    replace: (
      replacement: Replacement,
      author: ChangeAuthor,
      claim: Claim | null,
    ): Promise<KeyWriteOutcome> =>
      write(
        replaceKeyStatements(db, replacement, author, claim),
        {
          id: replacement.id,
          organizationId: replacement.old.organizationId,
          demands: replacementDemands(replacement, author, claim),
        },
        claim,
      ),
    /**
     * Revokes the key, unless it is revoked already. `made` is whether this call revoked it; the key is null if it does not
     * exist.
     */
    async revoke(
      { id }: Pick<ApiKeyRecord, "id">,
      revocation: Activity,
    ): Promise<{ key: ApiKeyRecord | null; made: boolean }> {
      const key = await settle(
        () => change(revokeKeyStatements(db, { id }, revocation), id),
        async () => ((await wasRecorded(db, revocation)) ? find(id) : null),
      );
      return { key, made: key?.revokedAt === revocation.at && (await wasRecorded(db, revocation)) };
    },
  };
}
