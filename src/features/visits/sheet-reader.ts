import { runBatch } from "../../ground/platform/d1.ts";
import { counterRow, type RowSources } from "./archive-blocks.ts";
import { type CounterRow, readSums, recordReader, type StoredSums } from "./count-records.ts";
import type { NumberedVisits } from "./ranking.ts";
import { monthsOf } from "./rows-store.ts";
import { LinkNumbers, linksStatement } from "./sheet-links.ts";
import type { Sheet } from "./sheet-periods.ts";
import { blocksSql, changesSql, openDaysOfSql, openSql, type SheetQuery, sheetsSql } from "./sheet-sql.ts";
import { SheetSums } from "./sheet-text.ts";
import { SheetVisitors } from "./sheet-visitors.ts";
import { CLASSES } from "./statistics.ts";
import type { ArchivedBlock } from "./visit-archives.ts";

/** Characters of sheets, of whole periods, and rows of links: as many are in memory at a time. */
export interface PageSize {
  characters: number;
  rows: number;
}
export const PAGE_SIZE: PageSize = { characters: 2_000_000, rows: 10_000 };

interface SheetRow extends Sheet {
  projectId: string;
  period: string;
}

interface OpenRow extends Partial<Omit<CounterRow, keyof StoredSums>>, Partial<StoredSums> {
  day: string;
  projectId: string;
  linkId: string;
  retailer: string;
  visitors: string;
  /** Empty for a row of a day. */
  month: string;
}

/** What is read page by page: its statement, how its rows count, and where the next page begins. */
interface Source {
  sql: string;
  values: readonly unknown[];
  /** Null after the last page. */
  position: readonly string[] | null;
  /** Null if all is one page. */
  limit: number | null;
  /** Adds rows, and returns the position of the last one if there can be more. */
  add(rows: readonly unknown[]): readonly string[] | null;
}

/** Reads the visits of many links: from sheets, and from rows of links on days that are not on sheets. */
export class SheetReader implements NumberedVisits {
  readonly sums = new SheetSums(CLASSES);
  readonly visitors = new SheetVisitors(() => this.links);
  links: LinkNumbers = new LinkNumbers([]);
  readonly #db: D1Database;
  readonly #query: SheetQuery;
  readonly #size: PageSize;
  readonly #values: readonly string[];
  readonly #sources: readonly Source[];
  /** Those of the first batch. */
  #changes: number | null = null;
  /** Blocks with months of days that are not on sheets, and these days by project. */
  #blocks: readonly ArchivedBlock[] = [];
  readonly #openDays = new Map<string, ReadonlySet<string>>();
  readonly #archives: RowSources["archives"];

  constructor({ db, archives }: RowSources, query: SheetQuery, size: PageSize) {
    this.#db = db;
    this.#archives = archives;
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
      ...(query.isRecent ? [] : [open("month"), ...this.#moved(days)]),
    ];
  }

  /** What is read of rows that were moved into R2. */
  #moved(days: string): Source[] {
    const whole = { values: [days], position: [], limit: null };
    return [
      {
        ...whole,
        sql: openDaysOfSql(this.#query),
        add: (rows) => {
          for (const { projectId, days: open } of rows as { projectId: string; days: string }[]) // its columns
            this.#openDays.set(projectId, new Set(JSON.parse(open) as string[]));
          return null;
        },
      },
      {
        ...whole,
        sql: blocksSql(this.#query),
        add: (rows) => {
          this.#blocks = rows as readonly ArchivedBlock[]; // its columns
          return null;
        },
      },
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
      if (this.#sources.every(({ position }) => position === null)) {
        await this.#addBlocks();
        this.visitors.end();
        return true;
      }
      results = await runBatch(this.#db, this.#next());
    }
    return false;
  }

  isCounted = (linkId: string): boolean => this.#query.links?.has(linkId) ?? true;

  #next(): D1PreparedStatement[] {
    return [
      this.#db.prepare(changesSql(this.#query)).bind(...this.#values),
      ...this.#sources.flatMap(({ sql, values, position, limit }) =>
        position
          ? [
              this.#db
                .prepare(sql)
                .bind(...this.#values, ...values, ...position, ...(limit === null ? [] : [limit])),
            ]
          : [],
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
    for (const { counts, visitors } of rows) {
      this.sums.addText(counts);
      this.visitors.addText(visitors);
      length += counts.length + visitors.length;
    }
    const last = rows.at(-1);
    return last && length >= this.#size.characters ? [last.projectId, last.period] : null;
  }

  async #addBlocks(): Promise<void> {
    const months = new Set(monthsOf([...this.#openDays.values()].flatMap((days) => [...days])));
    const wanted = { months, isWanted: this.isCounted };
    for await (const { projectId, rows } of this.#archives.rowsOf(this.#blocks, wanted)) {
      const add = this.#adder((day) => this.#openDays.get(projectId)?.has(day) ?? false);
      for (const row of rows) add(counterRow(row), row);
    }
  }

  #addOpen(rows: readonly OpenRow[]): readonly string[] | null {
    let wanted = "";
    const isWanted = (day: string) => day === wanted;
    const add = this.#adder(isWanted);
    for (const { totals, counts = null, month, visitors, ...row } of rows) {
      wanted = row.day;
      const period = month || row.day;
      if (totals !== undefined) {
        add({ ...row, ...readSums({ totals, counts }), period }, { visitors, month: row.day });
        continue;
      }
      const link = this.links.numberOf(row.linkId);
      this.visitors.begin(row.linkId, row.day);
      for (const name of CLASSES) {
        if (!row[name]) continue;
        this.sums.add(link, 0, name, row[name]);
        this.visitors.addVisits("", row.day, name, row[name]);
      }
      this.visitors.addVisitors({ period, visitors }, isWanted);
    }
    const last = rows.at(-1);
    return last && rows.length >= this.#size.rows
      ? [last.day, last.projectId, last.linkId, last.retailer]
      : null;
  }

  /** Returns a function that adds a row of a link, on the days for which `isAsked` is true. `month`: of which its visitors are. */
  #adder(
    isAsked: (day: string) => boolean,
  ): (row: CounterRow, column: { visitors: string; month: string }) => void {
    const read = recordReader("qrCode", false, ({ day, linkId, qrCode, class: name, visits }) => {
      if (!isAsked(day)) return;
      const link = this.links.numberOf(linkId);
      this.sums.add(link, this.links.codeOf(link, qrCode ?? ""), name, visits);
      this.visitors.addVisits(qrCode ?? "", day, name, visits);
    });
    return (row, { visitors, month }) => {
      this.visitors.begin(row.linkId, month);
      read(row);
      this.visitors.addVisitors({ period: row.period, visitors }, isAsked);
    };
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
