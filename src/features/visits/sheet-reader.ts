import { runBatch } from "../../ground/platform/d1.ts";
import { type CounterRow, readSums, recordReader, type StoredSums } from "./count-records.ts";
import type { NumberedVisits } from "./ranking.ts";
import type { LinkProjects, RowsSubject } from "./report-subject.ts";
import { monthsOf, projectsSql } from "./rows-store.ts";
import { LinkNumbers, linksStatement } from "./sheet-links.ts";
import { SheetSums } from "./sheet-text.ts";
import { CLASSES } from "./statistics.ts";

/** The visits of all links of projects on these days, by link or also by code. */
export interface SheetQuery extends Pick<RowsSubject, "organizationId" | "projects"> {
  /** In order. */
  days: readonly string[];
  /** Whether day rows cover all of the days. */
  isRecent: boolean;
  byCode: boolean;
  /** Only these links; null: all. */
  links: LinkProjects | null;
}

/** Characters of sheets, of whole periods, and rows of links: as many are in memory at a time. */
export interface PageSize {
  characters: number;
  rows: number;
}
export const PAGE_SIZE: PageSize = { characters: 2_000_000, rows: 10_000 };

/** The written periods among those in the JSON array ?3, which is in order; ?1 and ?2 are for `projectsSql`. */
const writtenSql = ({ projects }: SheetQuery): string => `WITH project AS (${projectsSql(projects)}),
  period AS MATERIALIZED (SELECT some.project_id, some.period, some.state, some.changes, some.length
    FROM project CROSS JOIN visit_sheet_periods AS some
    WHERE some.organization_id = ?1 AND some.project_id = project.id AND some.period BETWEEN ?3 ->> 0 AND ?3 ->> '$[#-1]'
      AND some.period IN (SELECT value FROM json_each(?3))),
  written AS MATERIALIZED (SELECT project_id, period, length FROM period WHERE state = 'written')`;
/**
 * Whether a period is written, or a day's month. One text for each: SQLite looks up a missing pair of columns by reading all, because
 * one could be NULL.
 */
const isWritten = (project: string, period: string): string =>
  `${period} || ' ' || ${project} IN (SELECT period || ' ' || project_id FROM written)`;
const isInMonth = (project: string, day: string): string => isWritten(project, `substr(${day}, 1, 7)`);

/** Each written period has a number that rises with each change of its sheets, and so has an open one. */
const changesSql = (query: SheetQuery): string =>
  `${writtenSql(query)} SELECT coalesce(sum(changes), 0) AS changes FROM period`;

/** The sheets of written periods after ?4 and ?5, of whole periods. */
const sheetsSql = (query: SheetQuery): string => `${writtenSql(query)},
  used AS (SELECT *, sum(length) OVER (ORDER BY project_id, period) - length AS before_it FROM written
    WHERE (length(period) = 7 OR NOT (${isInMonth("project_id", "period")})) AND (project_id, period) > (?4, ?5))
  SELECT used.project_id AS projectId, used.period, counts FROM used CROSS JOIN visit_sheets AS sheet
  WHERE before_it < ?6 AND sheet.organization_id = ?1 AND sheet.project_id = used.project_id
    AND sheet.period = used.period ORDER BY 1, 2`;

/**
 * The rows of links on other days after the position ?5 to ?8, in order of their key, as in `linkRows`. ?4 are the days. In a
 * row of a month, `day` says which of its days it is for.
 */
function openSql(query: SheetQuery, period: "day" | "month"): string {
  const isMonth = period === "month";
  const needed = isMonth ? "row.totals, row.counts" : query.byCode ? "row.totals" : CLASSES.join(", ");
  return `${writtenSql(query)},
  open AS MATERIALIZED (SELECT day.value AS day, project.id AS project_id FROM json_each(?4) AS day CROSS JOIN project
    WHERE NOT (${isWritten("project.id", "day.value")}) AND NOT (${isInMonth("project.id", "day.value")})
      AND (day.value, project.id) >= (?5, ?6) ORDER BY 1, 2)
  SELECT open.day, open.project_id AS projectId, row.link_id AS linkId, row.retailer, ${isMonth ? "row.month" : "''"} AS month,
    ${needed} FROM open CROSS JOIN visit_${period}s AS row
  WHERE row.${period} = ${isMonth ? "substr(open.day, 1, 7)" : "open.day"} AND row.organization_id = ?1
    AND row.project_id = open.project_id AND row.link_id >= iif((open.day, open.project_id) = (?5, ?6), ?7, '!')
    AND (open.day, open.project_id, row.link_id, row.retailer) > (?5, ?6, ?7, ?8) LIMIT ?9`;
}

interface SheetRow {
  projectId: string;
  period: string;
  counts: string;
}

interface OpenRow extends Partial<Omit<CounterRow, keyof StoredSums>>, Partial<StoredSums> {
  day: string;
  projectId: string;
  linkId: string;
  retailer: string;
  /** Empty for a row of a day. */
  month: string;
}

/** What is read page by page: its statement, how its rows count, and where the next page begins. */
interface Source {
  sql: string;
  values: readonly unknown[];
  /** Null after the last page. */
  position: readonly string[] | null;
  limit: number;
  /** Adds rows, and returns the position of the last one if there can be more. */
  add(rows: readonly unknown[]): readonly string[] | null;
}

/** Reads the visits of many links: from sheets, and from rows of links on days that are not on sheets. */
export class SheetReader implements NumberedVisits {
  readonly sums = new SheetSums();
  links: LinkNumbers = new LinkNumbers([]);
  readonly #db: D1Database;
  readonly #query: SheetQuery;
  readonly #size: PageSize;
  readonly #values: readonly string[];
  readonly #sources: readonly Source[];
  /** Those of the first batch. */
  #changes: number | null = null;

  constructor(db: D1Database, query: SheetQuery, size: PageSize) {
    this.#db = db;
    this.#size = size;
    this.#query = query;
    const days = JSON.stringify(query.days);
    this.#values = [
      query.organizationId,
      JSON.stringify(query.projects),
      JSON.stringify(periodsOf(query.days)),
    ];
    const open = (period: "day" | "month"): Source => ({
      sql: openSql(query, period),
      values: [days],
      position: ["", "", "", ""],
      limit: size.rows,
      add: (rows) => this.#addOpen(rows as readonly OpenRow[]), // the columns of the statement
    });
    this.#sources = [
      {
        sql: sheetsSql(query),
        values: [],
        position: ["", ""],
        limit: size.characters,
        add: (rows) => this.#addSheets(rows as readonly SheetRow[]), // the columns of the statement
      },
      open("day"),
      ...(query.isRecent ? [] : [open("month")]),
    ];
  }

  /** The statements of the first batch, in which other queries of the same report can be. */
  statements(): D1PreparedStatement[] {
    return [linksStatement(this.#db, this.#query.organizationId), ...this.#next()];
  }

  /**
   * Takes the results of the first batch, as many as there are statements, and reads the rest. Returns false if sheets were
   * written or became outdated meanwhile: then the sums are wrong, and a new reader has to begin again.
   */
  async take([links, ...first]: readonly D1Result[]): Promise<boolean> {
    this.links = new LinkNumbers(links?.results ?? []);
    let results = first;
    while (this.#add(results)) {
      if (this.#sources.every(({ position }) => position === null)) return true;
      results = await runBatch(this.#db, this.#next());
    }
    return false;
  }

  isCounted = (linkId: string): boolean => this.#query.links?.has(linkId) ?? true;

  #next(): D1PreparedStatement[] {
    return [
      this.#db.prepare(changesSql(this.#query)).bind(...this.#values),
      ...this.#sources.flatMap(({ sql, values, position, limit }) =>
        position ? [this.#db.prepare(sql).bind(...this.#values, ...values, ...position, limit)] : [],
      ),
    ];
  }

  /** Returns whether the sheets are those of the first batch. */
  #add([changed, ...results]: readonly D1Result[]): boolean {
    // The column of the statement.
    const { changes = 0 } = (changed?.results as { changes: number }[] | undefined)?.[0] ?? {};
    this.#changes ??= changes;
    if (changes !== this.#changes) return false;
    for (const [index, source] of this.#sources.filter(({ position }) => position !== null).entries())
      source.position = source.add(results[index]?.results ?? []);
    return true;
  }

  #addSheets(rows: readonly SheetRow[]): readonly string[] | null {
    let length = 0;
    for (const { counts } of rows) {
      this.sums.addText(counts);
      length += counts.length;
    }
    const last = rows.at(-1);
    return last && length >= this.#size.characters ? [last.projectId, last.period] : null;
  }

  #addOpen(rows: readonly OpenRow[]): readonly string[] | null {
    let wanted = "";
    const read = recordReader("qrCode", false, ({ day, linkId, qrCode, class: name, visits }) => {
      if (day !== wanted) return;
      const link = this.links.numberOf(linkId);
      this.sums.add(link, this.links.codeOf(link, qrCode ?? ""), name, visits);
    });
    for (const { totals, counts = null, month, ...row } of rows) {
      wanted = row.day;
      if (totals === undefined) {
        const link = this.links.numberOf(row.linkId);
        for (const name of CLASSES) if (row[name]) this.sums.add(link, 0, name, row[name]);
      } else read({ ...row, ...readSums({ totals, counts }), period: month || row.day });
    }
    const last = rows.at(-1);
    return last && rows.length >= this.#size.rows
      ? [last.day, last.projectId, last.linkId, last.retailer]
      : null;
  }
}

/** Days, and the months that have all of their days among them, in order. */
function periodsOf(days: readonly string[]): string[] {
  const isWhole = (month: string) => {
    const [year, number] = month.split("-").map(Number);
    const last = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
    return days.filter((day) => day.startsWith(month)).length === last;
  };
  return [...monthsOf(days).filter(isWhole), ...days].sort();
}
