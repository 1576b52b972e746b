import type { Scope } from "../core/vocabulary.ts";
import type { WaitUntil } from "../platform/background.ts";
import { onD1 } from "../platform/d1.ts";
import { Memory } from "../platform/memory.ts";
import type { ApiKey } from "./api-key.ts";

/** A revocation must hold within 10 s, so no isolate remembers a key longer. */
const REMEMBERED_MS = 10_000;
/** Last use is noted this finely, in milliseconds: one write a minute a key, not one a request. */
const LAST_USED_STEP_MS = 60_000;

interface ApiKeyRow {
  id: string;
  organization_id: string;
  project_policy: "all" | "selected";
  scopes: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  projects: string;
}

const fromRow = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  organizationId: row.organization_id,
  // Both columns are JSON arrays of strings; the schema checks the first, SQL builds the second.
  scopes: JSON.parse(row.scopes) as Scope[],
  projects: row.project_policy === "all" ? "all" : (JSON.parse(row.projects) as string[]),
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

const SELECT = `SELECT id, organization_id, project_policy, scopes, expires_at, revoked_at, last_used_at,
    (SELECT json_group_array(project_id) FROM api_key_projects WHERE api_key_id = api_keys.id) AS projects
  FROM api_keys WHERE hash = ?1`;

/** Of this isolate. Unknown keys are not remembered: one that was just issued must work at once. */
const keys = new Memory<ApiKey>(1_000, REMEMBERED_MS);
const touched = new Memory<true>(1_000, LAST_USED_STEP_MS);

/** API keys in D1, remembered by the isolate for at most 10 s. */
export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

export function apiKeyStore(db: D1Database, waitUntil: WaitUntil) {
  return {
    /** The key with this hash, from memory of at most 10 s or from D1; `beforeRead` is waited for before D1 is asked. */
    async findByHash(hash: string, beforeRead?: () => Promise<void>): Promise<ApiKey | null> {
      const asked = Date.now();
      const known = keys.get(hash, asked);
      if (known) return known;
      await beforeRead?.();
      const row = await onD1(() => db.prepare(SELECT).bind(hash).first<ApiKeyRow>());
      if (!row) return null;
      const key = fromRow(row);
      // Counted from before the query: its answer may be that old already.
      keys.set(hash, key, asked);
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
  };
}
