import { printedIdentifier } from "../../features/qr-codes/qr-code.ts";
import type { CodeStyle } from "../../features/qr-codes/style.ts";
import type { LinkNames } from "../../ground/core/origins.ts";
import { allRows, firstRow, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { GIVEN_ROWS, jsonRows } from "../../ground/platform/json-rows.ts";
import type { Cells, ImportRow, RowCounts, RowProblem, RowState, ValidatedRow } from "./import.ts";

/** A `doubtful` row is stored as `good` with problems. */
const STATE = "CASE WHEN state = 'good' AND problems <> '[]' THEN 'doubtful' ELSE state END";

/** A row as `ROW_COLUMNS` reads it; `cells`, `problems` and `address` are JSON. */
export interface StoredRow extends Omit<ImportRow, "cells" | "problems" | "address"> {
  cells: string;
  problems: string;
  address: string | null;
}

/** The address has the link's current domain, slug and kept addresses. */
export const ROW_COLUMNS = `row, cells, ${STATE} AS state, problems, link_id AS linkId, qr_identifier AS qrIdentifier,
  iif(short_id IS NULL, NULL, json_patch(
    json_object('shortId', short_id, 'domain', coalesce((SELECT domain FROM links WHERE id = link_id), '')),
    json_object('slug', (SELECT slug FROM links WHERE id = link_id),
      'addresses', (SELECT content -> '$.addresses' FROM links WHERE id = link_id)))) AS address`;

/** The JSON was written by this service. */
export const fromStoredRow = ({ cells, problems, address, ...row }: StoredRow): ImportRow => ({
  ...row,
  cells: JSON.parse(cells) as Cells,
  problems: JSON.parse(problems) as RowProblem[],
  address: address === null ? null : (JSON.parse(address) as LinkNames),
});

/** A validated row as JSON parameters of a statement. */
export const validatedValue = ({ row, cells, state, problems }: ValidatedRow) => ({
  row,
  cells: JSON.stringify(cells),
  state: state === "doubtful" ? "good" : state,
  problems: JSON.stringify(problems),
});

/**
 * Rows that may be changed: they have no link, and none is being created. The plus sign keeps SQLite from looking each given
 * row up among all rows in these states.
 */
const CORRECTABLE = "+import_rows.state IN ('bad', 'good', 'failed')";

const REPLACE = `${GIVEN_ROWS} UPDATE import_rows SET cells = value ->> 'cells', state = value ->> 'state',
    problems = value ->> 'problems', chunk = NULL, chunk_at = NULL
  FROM given WHERE import_id = ?2 AND import_rows.row = value ->> 'row' AND ${CORRECTABLE}
  RETURNING import_rows.row`;

/** A full import takes twenty queries. */
const ROWS_PER_QUERY = 1_000;

/** A problem that several rows have. */
export interface RepeatedProblem extends RowProblem {
  /** The cell that it is about; null without one. */
  cell: string | null;
  rows: number;
  firstRow: number;
}

/** A row with the URL in its link's default QR code. */
interface CodeRow {
  row: number;
  name: string;
  encodedUrl: string;
  /** Null for the default style. */
  style: CodeStyle | null;
  project: { organizationId: string; projectId: string };
}

/** Rows of imports in D1. */
export type ImportRowStore = ReturnType<typeof importRowStore>;

export function importRowStore(db: D1Database) {
  /** Up to `limit` rows in these states after row `after`, in order. */
  const list = async (
    importId: string,
    states: readonly RowState[],
    after: number,
    limit: number,
  ): Promise<ImportRow[]> => {
    const sql = `SELECT ${ROW_COLUMNS} FROM import_rows
      WHERE import_id = ?1 AND row > ?2 AND ${STATE} IN (SELECT value FROM json_each(?3))
      ORDER BY row LIMIT ?4`;
    const rows = await allRows<StoredRow>(db, sql, importId, after, JSON.stringify(states), limit);
    return rows.map(fromStoredRow);
  };
  const replaceStatements = (importId: string, rows: readonly ValidatedRow[]): D1PreparedStatement[] =>
    jsonRows(rows.map(validatedValue)).map((json) => db.prepare(REPLACE).bind(json, importId));
  return {
    async counts(importId: string): Promise<RowCounts> {
      const sql = `SELECT ${STATE} AS state, count(*) AS n FROM import_rows WHERE import_id = ?1 GROUP BY 1`;
      const results = await allRows<{ state: RowState; n: number }>(db, sql, importId);
      const counts = { bad: 0, failed: 0, doubtful: 0, good: 0, waiting: 0, made: 0 };
      for (const { state, n } of results) counts[state] = n;
      return counts;
    },
    list,
    /**
     * The hosts of the former addresses of rows of another service, empty where the file does not say it; whether the row has a
     * name for it without a problem, and the number of rows.
     */
    async formerHosts(importId: string): Promise<{ host: string; works: number; rows: number }[]> {
      const sql = `SELECT lower(substr(address, 1, instr(address || '/', '/') - 1)) AS host, works, count(*) AS rows FROM (
          SELECT replace(replace(coalesce(moved ->> '$.address', ''), 'https://', ''), 'http://', '') AS address, works FROM (
            SELECT iif(json_valid(cells ->> '$.metadata'), cells ->> '$.metadata' -> '$.movedFrom', NULL) AS moved,
              coalesce(cells ->> '$.slug', cells ->> '$.keep') IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM json_each(problems) WHERE value ->> 'field' IN ('slug', 'keep')) AS works
            FROM import_rows WHERE import_id = ?1)
          WHERE moved IS NOT NULL)
        GROUP BY 1, 2`;
      return allRows<{ host: string; works: number; rows: number }>(db, sql, importId);
    },
    /** Every row in these states, in order. */
    async all(importId: string, states: readonly RowState[]): Promise<ImportRow[]> {
      const rows: ImportRow[] = [];
      for (;;) {
        const page = await list(importId, states, rows.at(-1)?.row ?? 0, ROWS_PER_QUERY);
        rows.push(...page);
        if (page.length < ROWS_PER_QUERY) return rows;
      }
    },
    /** Problems that several rows have, most frequent first, with the cell that they are about. */
    async repeatedProblems(importId: string, limit: number): Promise<RepeatedProblem[]> {
      const sql = `SELECT problem.value ->> 'field' AS field, problem.value ->> 'message' AS message,
          CASE WHEN problem.value ->> 'field' <> '' THEN import_rows.cells ->> (problem.value ->> 'field') END AS cell, count(*) AS rows, min(row) AS firstRow
        FROM import_rows CROSS JOIN json_each(import_rows.problems) AS problem
        WHERE import_id = ?1 AND state IN ('bad', 'failed')
        GROUP BY 1, 2, 3 HAVING count(*) > 1 ORDER BY rows DESC, firstRow LIMIT ?2`;
      return allRows<RepeatedProblem>(db, sql, importId, limit);
    },
    async find(importId: string, row: number): Promise<ImportRow | null> {
      const sql = `SELECT ${ROW_COLUMNS} FROM import_rows WHERE import_id = ?1 AND row = ?2`;
      const stored = await firstRow<StoredRow>(db, sql, importId, row);
      return stored && fromStoredRow(stored);
    },
    /** The subset of these rows that may be changed. */
    async correctable(importId: string, rows: readonly number[]): Promise<Set<number>> {
      const sql = `SELECT row FROM import_rows
        WHERE import_id = ?1 AND row IN (SELECT value FROM json_each(?2)) AND ${CORRECTABLE}`;
      return new Set(
        (await allRows<{ row: number }>(db, sql, importId, JSON.stringify(rows))).map(({ row }) => row),
      );
    },
    /** Replaces rows that may be changed. Returns how many it replaced. */
    async replace(importId: string, rows: readonly ValidatedRow[]): Promise<number> {
      const results = await runBatch(db, replaceStatements(importId, rows));
      return results.reduce((sum, { results: replaced }) => sum + replaced.length, 0);
    },
    /** Replaces all rows of an import that creates no link, and deletes those that are not among `rows`. */
    async replaceAll(importId: string, rows: readonly ValidatedRow[]): Promise<void> {
      const numbers = JSON.stringify(rows.map(({ row }) => row));
      const gone = `DELETE FROM import_rows
        WHERE import_id = ?1 AND row NOT IN (SELECT value FROM json_each(?2)) AND ${CORRECTABLE}`;
      await runBatch(db, [db.prepare(gone).bind(importId, numbers), ...replaceStatements(importId, rows)]);
    },
    /** Records that the good rows, and with `doubtful` also the doubtful rows, change their links. */
    async markChanged(importId: string, doubtful: boolean): Promise<void> {
      const sql = `UPDATE import_rows SET state = 'made', link_id = cells ->> 'linkId'
        WHERE import_id = ?1 AND state = 'good' ${doubtful ? "" : "AND problems = '[]'"}`;
      await runStatement(db, sql, importId);
    },
    /**
     * Up to `limit` created rows after row `after`, with the URLs in their codes for print; links without a code are left
     * out.
     */
    async codes(importId: string, after: number, limit: number, column = "name"): Promise<CodeRow[]> {
      const sql = `SELECT import_rows.row, coalesce(import_rows.cells ->> ?4, '') AS name, qr_codes.encoded_url AS encodedUrl,
          qr_codes.style, links.organization_id AS organizationId, links.project_id AS projectId
        FROM import_rows JOIN qr_codes
          ON qr_codes.link_id = import_rows.link_id
            AND qr_codes.identifier = ${printedIdentifier("import_rows.link_id")}
        JOIN links ON links.id = import_rows.link_id
        WHERE import_rows.import_id = ?1 AND import_rows.row > ?2 AND import_rows.state = 'made'
        ORDER BY import_rows.row LIMIT ?3`;
      const results = await allRows<
        Omit<CodeRow, "style" | "project"> & { style: string | null } & CodeRow["project"]
      >(db, sql, importId, after, limit, column);
      return results.map(({ style, organizationId, projectId, ...code }) => ({
        ...code,
        // Validated before it was written.
        style: style === null ? null : (JSON.parse(style) as CodeStyle),
        project: { organizationId, projectId },
      }));
    },
  };
}
