import { eventStatement } from "../../features/audit/activity-statements.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import type { ImportRow, ImportState, RowProblem } from "./import.ts";
import type { ImportMessage } from "./import-message.ts";
import { fromStoredRow, ROW_COLUMNS, type StoredRow } from "./import-row-store.ts";

/** Rows that are created with one request; a repeat has the same rows in the same order. */
export interface Chunk {
  id: string;
  /** Start of the first attempt. */
  begunAt: string;
  rows: ImportRow[];
}

/** The result of one row. */
export interface RowOutcome {
  row: number;
  state: "made" | "failed";
  problems: readonly RowProblem[];
  linkId: string | null;
  shortId: string | null;
  qrIdentifier: string | null;
}

const LEASED = "EXISTS (SELECT 1 FROM imports WHERE id = ?1 AND lease_id = ?2)";
const BEGUN = "import_id = ?1 AND state = 'waiting' AND chunk IS NOT NULL";

const LEASE = `UPDATE imports SET lease_id = ?2, leased_until = ?4, updated_at = ?3
  WHERE id = ?1 AND organization_id = ?5 AND state = 'running' AND (leased_until IS NULL OR leased_until <= ?3)`;
/** Only if no chunk has begun: an interrupted chunk comes first. */
const BEGIN = `UPDATE import_rows SET chunk = ?2, chunk_at = ?3
  WHERE import_id = ?1 AND ${LEASED} AND NOT EXISTS (SELECT 1 FROM import_rows WHERE ${BEGUN})
    AND row IN (SELECT row FROM import_rows WHERE import_id = ?1 AND state = 'waiting' ORDER BY row LIMIT ?4)`;
const READ = `SELECT ${ROW_COLUMNS}, chunk, chunk_at AS begunAt FROM import_rows WHERE ${BEGUN} AND ${LEASED} ORDER BY row`;

const RECORD = `UPDATE import_rows SET state = value ->> 'state', problems = value ->> 'problems',
    link_id = value ->> 'linkId', short_id = value ->> 'shortId', qr_identifier = value ->> 'qrIdentifier'
  FROM json_each(?3)
  WHERE import_id = ?1 AND chunk = ?2 AND import_rows.row = value ->> 'row' AND import_rows.state = 'waiting'`;
const RELEASE = `UPDATE imports SET lease_id = NULL, leased_until = NULL, updated_at = ?3, state = CASE
    WHEN state <> 'running' OR EXISTS (SELECT 1 FROM import_rows WHERE import_id = ?1 AND state = 'waiting') THEN state
    ELSE 'open' END
  WHERE id = ?1 AND lease_id = ?2 RETURNING state`;

/** After RELEASE, which ends a run once. */
const FINISHED = `SELECT organization_id, nullif(project_id, '') AS project_id, id AS object_id,
    json_object('created', (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND state = 'made'),
      'failed', (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND state = 'failed')) AS data
  FROM imports WHERE id = ? AND state = 'open' AND ${WRITTEN.sql}`;

/** Leases of imports and the chunks of their rows, in D1. Each call may throw `service_unavailable`. */
export type ChunkStore = ReturnType<typeof chunkStore>;

export function chunkStore(db: D1Database) {
  const release = (importId: string, leaseId: string, now: Date) =>
    db.prepare(RELEASE).bind(importId, leaseId, now.toISOString());
  return {
    /**
     * Leases a running import and begins a chunk of up to `most` waiting rows, or resumes an interrupted chunk. Null if
     * the organization has no such import, it isn't running, or another worker has the lease. A chunk without rows
     * means that no row is waiting.
     */
    async begin(
      { organizationId, importId }: ImportMessage,
      lease: { id: string; until: Date },
      most: number,
      now: Date,
    ): Promise<Chunk | null> {
      const at = now.toISOString();
      const results = await onD1(() =>
        db.batch<StoredRow & { chunk: string; begunAt: string }>([
          db
            .prepare(`${LEASE} RETURNING id`)
            .bind(importId, lease.id, at, lease.until.toISOString(), organizationId),
          db.prepare(BEGIN).bind(importId, lease.id, at, most),
          db.prepare(READ).bind(importId, lease.id),
        ]),
      );
      if (results[0]?.results.length !== 1) return null;
      const rows = results[2]?.results ?? [];
      const { chunk: id = lease.id, begunAt = at } = rows[0] ?? {};
      return { id, begunAt, rows: rows.map(({ chunk: _, begunAt: __, ...row }) => fromStoredRow(row)) };
    },
    /**
     * Records the results of a chunk's rows once, and ends the lease. The last chunk ends the run. Returns whether the
     * import is still running; also false if another worker has leased it since.
     */
    async record(
      importId: string,
      leaseId: string,
      chunk: Chunk,
      outcomes: readonly RowOutcome[],
      now: Date,
    ): Promise<boolean> {
      const json = JSON.stringify(
        outcomes.map((outcome) => ({ ...outcome, problems: JSON.stringify(outcome.problems) })),
      );
      const results = await onD1(() =>
        db.batch<{ state: ImportState }>([
          db.prepare(RECORD).bind(importId, chunk.id, json),
          release(importId, leaseId, now),
          eventStatement(
            db,
            { type: "import.finished", job: "imports", now },
            { sql: FINISHED, values: [importId] },
          ),
        ]),
      );
      return results[1]?.results[0]?.state === "running";
    },
    /** Ends the lease; a begun chunk is resumed later. */
    async release(importId: string, leaseId: string, now: Date): Promise<void> {
      await onD1(() => release(importId, leaseId, now).run());
    },
  };
}
