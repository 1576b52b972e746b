import { eventStatement } from "../../features/writes/activity-statements.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS } from "../../ground/platform/json-rows.ts";
import type { Outcome } from "../runs/run-store.ts";
import type { ImportRow, RowProblem } from "./import.ts";
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

const LEASED = "EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND lease_id = ?2)";
const BEGUN = "import_id = ?1 AND state = 'waiting' AND chunk IS NOT NULL";

/** Only if no chunk has begun: an interrupted chunk comes first. */
const BEGIN = `UPDATE import_rows SET chunk = ?2, chunk_at = ?3
  WHERE import_id = ?1 AND ${LEASED} AND NOT EXISTS (SELECT 1 FROM import_rows WHERE ${BEGUN})
    AND row IN (SELECT row FROM import_rows WHERE import_id = ?1 AND state = 'waiting' ORDER BY row LIMIT ?4)`;
const READ = `SELECT ${ROW_COLUMNS}, chunk, chunk_at AS begunAt FROM import_rows WHERE ${BEGUN} AND ${LEASED} ORDER BY row`;

const RECORD = `${GIVEN_ROWS} UPDATE import_rows SET state = value ->> 'state', problems = value ->> 'problems',
    link_id = value ->> 'linkId', short_id = value ->> 'shortId', qr_identifier = value ->> 'qrIdentifier'
  FROM given
  WHERE import_id = ?2 AND chunk = ?3 AND import_rows.row = value ->> 'row' AND +import_rows.state = 'waiting'`;

/** After the statement that ends the run, once. */
const FINISHED = `SELECT organization_id, nullif(content ->> 'projectId', '') AS project_id, id AS object_id,
    json_object('created', (SELECT count(*) FROM import_rows WHERE import_id = runs.id AND state = 'made'),
      'failed', (SELECT count(*) FROM import_rows WHERE import_id = runs.id AND state = 'failed')) AS data
  FROM runs WHERE id = ? AND state = 'idle' AND ${WRITTEN.sql}`;

/** The chunks of imports' rows, in D1. */
export type ChunkStore = ReturnType<typeof chunkStore>;

export const chunkStore = (db: D1Database) => ({
  /**
   * Begins a chunk of up to `most` waiting rows of a leased import, or resumes an interrupted chunk. A chunk without rows
   * means that no row is waiting, or that another worker has the lease.
   */
  async begin(importId: string, leaseId: string, most: number, now: Date): Promise<Chunk> {
    const at = now.toISOString();
    const [, read] = await runBatch<StoredRow & { chunk: string; begunAt: string }>(db, [
      db.prepare(BEGIN).bind(importId, leaseId, at, most),
      db.prepare(READ).bind(importId, leaseId),
    ]);
    const rows = read?.results ?? [];
    const { chunk: id = leaseId, begunAt = at } = rows[0] ?? {};
    return { id, begunAt, rows: rows.map(({ chunk: _, begunAt: __, ...row }) => fromStoredRow(row)) };
  },
  /** Records the results of a chunk's rows once, in the transaction that records the step. The last chunk ends the run. */
  outcome(importId: string, chunk: Chunk, outcomes: readonly RowOutcome[], now: Date): Outcome<null> {
    const json = JSON.stringify(
      outcomes.map((outcome) => ({ ...outcome, problems: JSON.stringify(outcome.problems) })),
    );
    const event = { type: "import.finished", job: "imports", now } as const;
    return {
      progress: null,
      isOver: {
        sql: "NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = ? AND state = 'waiting')",
        values: [importId],
      },
      before: [db.prepare(RECORD).bind(json, importId, chunk.id)],
      after: [eventStatement(db, event, { sql: FINISHED, values: [importId] })],
    };
  },
});
