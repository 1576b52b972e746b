import { bytesDemand, isWithinQuota, quotaError } from "../../features/writes/quota-check.ts";
import { bytesOf, countBytesStatement, IMPORT_ROW_BYTES } from "../../features/writes/usage-statements.ts";
import type { ServiceError } from "../../ground/core/errors.ts";
import { allRows, firstValue, runStatement } from "../../ground/platform/d1.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import type { RunHead } from "../runs/run.ts";
import { removeRunStatements, runStore } from "../runs/run-store.ts";
import { IMPORTS, type Import, type ImportContent, MAX_IMPORTS, type ValidatedRow } from "./import.ts";
import { validatedValue } from "./import-row-store.ts";

/** How many headings of an organization are remembered. */
const MAX_HEADINGS = 1_000;
const REMEMBER = `INSERT INTO import_columns (organization_id, heading, column_name)
  SELECT ?1, value ->> 'heading', value ->> 'name' FROM json_each(?2)
  WHERE (SELECT count(*) FROM import_columns WHERE organization_id = ?1) < ${MAX_HEADINGS}
  ON CONFLICT (organization_id, heading) DO UPDATE SET column_name = excluded.column_name`;

const VALIDATED = ["row", "cells", "state", "problems"] as const;
/** Rows of an import by the same request; a repeat finds them already written. */
const INSERT_ROWS = `${GIVEN_ROWS} INSERT INTO import_rows (import_id, ${VALIDATED.join(", ")})
  SELECT ?2, ${givenValues(VALIDATED)} FROM given
  WHERE EXISTS (SELECT 1 FROM runs WHERE id = ?2 AND fingerprint = ?3)
  ON CONFLICT (import_id, row) DO NOTHING`;

const bytesOfRows = (rows: readonly ValidatedRow[]): number =>
  rows
    .map(validatedValue)
    .reduce((sum, { cells, problems }) => sum + IMPORT_ROW_BYTES + bytesOf(cells, problems), 0);

/**
 * The import that leaves for a new one, if an organization has `MAX_IMPORTS`: the oldest whose links are created, without a row
 * that could still be. Its links stay.
 */
const OLDEST_FINISHED = `SELECT id FROM runs WHERE organization_id = ? AND kind = '${IMPORTS.kind}' AND state = 'idle'
    AND (SELECT count(*) FROM runs WHERE organization_id = ? AND kind = '${IMPORTS.kind}') >= ${MAX_IMPORTS}
    AND EXISTS (SELECT 1 FROM import_rows WHERE import_id = runs.id AND state = 'made')
    AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = runs.id AND state IN ('good', 'waiting'))`;
const OLDEST_FIRST = "ORDER BY created_at, id LIMIT 1";

/** Imports in D1. */
export type ImportStore = ReturnType<typeof importStore>;

export function importStore(db: D1Database) {
  const runs = runStore(db, IMPORTS);
  return {
    ...runs,
    /**
     * Writes an import and its rows, and returns the stored import: the earlier import for a repeat, null if the
     * organization has `MAX_IMPORTS` already of which none is finished, or exceeds its quota. The oldest finished one leaves if
     * there are as many. The size of the rows now counts until the import is
     * removed, whatever the corrections.
     */
    add(
      added: Omit<RunHead, "expiresAt" | "stoppedBecause">,
      content: ImportContent,
      rows: readonly ValidatedRow[],
    ): Promise<Import | null> {
      const { id, organizationId, fingerprint } = added;
      const bytes = bytesOfRows(rows);
      const count = countBytesStatement(db, organizationId, { sql: "?", values: [bytes] }, WRITTEN);
      const body = jsonRows(rows.map(validatedValue)).map((json) =>
        db.prepare(INSERT_ROWS).bind(json, id, fingerprint),
      );
      const room = isWithinQuota(organizationId, [bytesDemand(organizationId, bytes)]);
      const leaving = {
        sql: `${OLDEST_FINISHED} AND NOT EXISTS (SELECT 1 FROM runs WHERE id = ?) AND ${room.sql} ${OLDEST_FIRST}`,
        values: [organizationId, organizationId, id, ...room.values],
      };
      const before = removeRunStatements(db, leaving);
      return runs.add(added, content, { bytes, room, before, after: [count, ...body] });
    },
    /** Whether the organization may have one more import, which takes the place of a finished one if it has to. */
    async hasRoom(organizationId: string): Promise<boolean> {
      const sql = `SELECT count(*) < ${MAX_IMPORTS} OR EXISTS (${OLDEST_FINISHED}) FROM runs
        WHERE organization_id = ? AND kind = '${IMPORTS.kind}'`;
      return (await firstValue<number>(db, sql, organizationId, organizationId, organizationId)) === 1;
    },
    /** The columns that people of the organization chose for headings, by the heading's `plain` form; empty to ignore it. */
    async chosenColumns(organizationId: string): Promise<Map<string, string>> {
      const sql = "SELECT heading, column_name AS name FROM import_columns WHERE organization_id = ?1";
      const results = await allRows<{ heading: string; name: string }>(db, sql, organizationId);
      return new Map(results.map(({ heading, name }) => [heading, name]));
    },
    /** Remembers the columns that were chosen for the headings of a table. */
    async rememberColumns(
      organizationId: string,
      chosen: readonly { heading: string; name: string }[],
    ): Promise<void> {
      await runStatement(db, REMEMBER, organizationId, JSON.stringify(chosen));
    },
    /** The error if a quota prevented the import; null for any other reason. */
    quotaError: (organizationId: string, rows: readonly ValidatedRow[]): Promise<ServiceError | null> =>
      quotaError(db, organizationId, [bytesDemand(organizationId, bytesOfRows(rows))]),
    /**
     * Sets the good rows, and with `doubtful` also the doubtful rows, to waiting, to be created as this member. Returns
     * whether any row is waiting; otherwise nothing changes.
     */
    start(started: Pick<RunHead, "id" | "memberId">, content: ImportContent, now: Date, doubtful: boolean) {
      const wait = db
        .prepare(
          `UPDATE import_rows SET state = 'waiting', problems = '[]'
           WHERE import_id = ?1 AND state = 'good' ${doubtful ? "" : "AND problems = '[]'"}`,
        )
        .bind(started.id);
      const guard = {
        sql: "EXISTS (SELECT 1 FROM import_rows WHERE import_id = ? AND state = 'waiting')",
        values: [started.id],
      };
      return runs.start(started, content, { before: [wait], guard }, now);
    },
  };
}
