import { onD1 } from "../platform/d1.ts";
import { GIVEN_ROWS, jsonRows } from "../platform/json-rows.ts";
import type { CodeStyle } from "../qr-codes/style-schema.ts";
import type { Cells, ImportRow, RowCounts, RowProblem, RowState, ValidatedRow } from "./import.ts";
import { validatedValue } from "./import-store.ts";

/** A `doubtful` row is stored as `good` with problems. */
type StoredState = Exclude<RowState, "doubtful">;
const STATE = "CASE WHEN state = 'good' AND problems <> '[]' THEN 'doubtful' ELSE state END";

export interface StoredRow {
  row: number;
  cells: string;
  state: StoredState;
  problems: string;
  link_id: string | null;
  short_id: string | null;
  qr_identifier: string | null;
  /** The link's current domain and slug; null without a link. */
  domain: string | null;
  slug: string | null;
}

export const ROW_COLUMNS = `row, cells, state, problems, link_id, short_id, qr_identifier,
  (SELECT domain FROM links WHERE id = link_id) AS domain, (SELECT slug FROM links WHERE id = link_id) AS slug`;

/** The JSON was written by this service. */
export const fromStoredRow = (stored: StoredRow): ImportRow => ({
  row: stored.row,
  cells: JSON.parse(stored.cells) as Cells,
  state: stored.state === "good" && stored.problems !== "[]" ? "doubtful" : stored.state,
  problems: JSON.parse(stored.problems) as RowProblem[],
  linkId: stored.link_id,
  address:
    stored.short_id === null
      ? null
      : { shortId: stored.short_id, domain: stored.domain ?? "", slug: stored.slug ?? undefined },
  qrIdentifier: stored.qr_identifier,
});

/** Rows that may be changed: they have no link, and none is being created. */
const CORRECTABLE = "import_rows.state IN ('bad', 'good', 'failed')";

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
export interface CodeRow {
  row: number;
  /** The name in the file name. */
  name: string;
  encodedUrl: string;
  /** Null for the default style. */
  style: CodeStyle | null;
  project: { organizationId: string; projectId: string };
}

/** Rows of imports in D1. Each call may throw `service_unavailable`. */
export type ImportRowStore = ReturnType<typeof importRowStore>;

/** The rows of the imports in `db`. */
export function importRowStore(db: D1Database) {
  /** Up to `limit` rows in these states after row `after`, in order. */
  const list = async (
    importId: string,
    states: readonly RowState[],
    after: number,
    limit: number,
  ): Promise<ImportRow[]> => {
    const statement = db
      .prepare(
        `SELECT ${ROW_COLUMNS} FROM import_rows
         WHERE import_id = ?1 AND row > ?2 AND ${STATE} IN (SELECT value FROM json_each(?3))
         ORDER BY row LIMIT ?4`,
      )
      .bind(importId, after, JSON.stringify(states), limit);
    return (await onD1(() => statement.all<StoredRow>())).results.map(fromStoredRow);
  };
  return {
    async counts(importId: string): Promise<RowCounts> {
      const statement = db
        .prepare(`SELECT ${STATE} AS state, count(*) AS n FROM import_rows WHERE import_id = ?1 GROUP BY 1`)
        .bind(importId);
      const { results } = await onD1(() => statement.all<{ state: RowState; n: number }>());
      const counts = { bad: 0, failed: 0, doubtful: 0, good: 0, waiting: 0, made: 0 };
      for (const { state, n } of results) counts[state] = n;
      return counts;
    },
    list,
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
      const statement = db
        .prepare(
          `SELECT problem.value ->> 'field' AS field, problem.value ->> 'message' AS message,
             CASE WHEN problem.value ->> 'field' <> '' THEN import_rows.cells ->> (problem.value ->> 'field') END AS cell, count(*) AS rows, min(row) AS first_row
           FROM import_rows CROSS JOIN json_each(import_rows.problems) AS problem
           WHERE import_id = ?1 AND state IN ('bad', 'failed')
           GROUP BY 1, 2, 3 HAVING count(*) > 1 ORDER BY rows DESC, first_row LIMIT ?2`,
        )
        .bind(importId, limit);
      const { results } = await onD1(() =>
        statement.all<Omit<RepeatedProblem, "firstRow"> & { first_row: number }>(),
      );
      return results.map(({ first_row: firstRow, ...problem }) => ({ ...problem, firstRow }));
    },
    async find(importId: string, row: number): Promise<ImportRow | null> {
      const statement = db
        .prepare(`SELECT ${ROW_COLUMNS} FROM import_rows WHERE import_id = ?1 AND row = ?2`)
        .bind(importId, row);
      const stored = await onD1(() => statement.first<StoredRow>());
      return stored && fromStoredRow(stored);
    },
    /** The subset of these rows that may be changed. */
    async correctable(importId: string, rows: readonly number[]): Promise<Set<number>> {
      const statement = db
        .prepare(
          `SELECT row FROM import_rows
           WHERE import_id = ?1 AND row IN (SELECT value FROM json_each(?2)) AND ${CORRECTABLE}`,
        )
        .bind(importId, JSON.stringify(rows));
      return new Set((await onD1(() => statement.all<{ row: number }>())).results.map(({ row }) => row));
    },
    /** Replaces rows that may be changed. Returns how many it replaced. */
    async replace(importId: string, rows: readonly ValidatedRow[]): Promise<number> {
      const statements = jsonRows(rows.map(validatedValue)).map((json) =>
        db
          .prepare(
            `${GIVEN_ROWS} UPDATE import_rows SET cells = value ->> 'cells', state = value ->> 'state',
               problems = value ->> 'problems', chunk = NULL, chunk_at = NULL
             FROM given
             WHERE import_id = ?2 AND import_rows.row = value ->> 'row' AND ${CORRECTABLE}
             RETURNING import_rows.row`,
          )
          .bind(json, importId),
      );
      const results = await onD1(() => db.batch(statements));
      return results.reduce((sum, { results: replaced }) => sum + replaced.length, 0);
    },
    /**
     * Up to `limit` created rows after row `after`, with the URLs in their default QR codes; links without a code are
     * left out.
     */
    async codes(importId: string, after: number, limit: number, column = "name"): Promise<CodeRow[]> {
      const statement = db
        .prepare(
          `SELECT import_rows.row, coalesce(import_rows.cells ->> ?4, '') AS name, qr_codes.encoded_url,
             qr_codes.style, links.organization_id, links.project_id
           FROM import_rows JOIN qr_codes
             ON qr_codes.link_id = import_rows.link_id AND qr_codes.identifier = import_rows.qr_identifier
           JOIN links ON links.id = import_rows.link_id
           WHERE import_rows.import_id = ?1 AND import_rows.row > ?2 AND import_rows.state = 'made'
           ORDER BY import_rows.row LIMIT ?3`,
        )
        .bind(importId, after, limit, column);
      const { results } = await onD1(() =>
        statement.all<{
          row: number;
          name: string;
          encoded_url: string;
          style: string | null;
          organization_id: string;
          project_id: string;
        }>(),
      );
      return results.map(({ row, name, encoded_url, style, organization_id, project_id }) => ({
        row,
        name,
        encodedUrl: encoded_url,
        // Validated before it was written.
        style: style === null ? null : (JSON.parse(style) as CodeStyle),
        project: { organizationId: organization_id, projectId: project_id },
      }));
    },
  };
}
