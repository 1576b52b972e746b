import { DAY_MS, dayOf, HOUR_MS } from "../../ground/core/days.ts";
import { zoneOf } from "../../ground/core/zone.ts";
import { allRows, runBatch } from "../../ground/platform/d1.ts";
import { BLOCK_COLUMNS, blocksIn, counterRow, type RowSources } from "./archive-blocks.ts";
import { type CounterRow, isOfMonth, readSums, recordReader, type StoredSums } from "./count-records.ts";
import { isConcurrentChange, LinkNumbers } from "./sheet-links.ts";
import {
  type Attempt,
  beginStatement,
  dueStatement,
  type EndedRow,
  endVisitorsStatement,
  lengthOf,
  type Sheet,
  type SheetPeriod,
  sheetStatements,
  zipped,
} from "./sheet-periods.ts";
import { SheetSums } from "./sheet-text.ts";
import { endedRows, SheetVisitors } from "./sheet-visitors.ts";
import { CLASSES } from "./statistics.ts";
import type { MovedRow } from "./visit-archives.ts";
import { HOURS_KEPT_DAYS } from "./visit-range.ts";

/** How long after its end a day is written: most late visits have come by then. */
const DELAY_MS = 15 * 60 * 1_000;
/** How many pages a run writes, and the rows of links of a page. */
const BOUNDS = { pages: 100, rows: 2_000 };
/** Sheets of a month's page, and periods that are listed at a time. */
const SHEETS_PER_PAGE = 60;
const PERIODS_PER_LIST = 20;
/** The sums of a page, in characters: a link has up to hundreds of codes. */
const MAX_PAGE = 2_000_000;

interface JobContext {
  db: D1Database;
  oldVisits: RowSources["archives"];
  now: () => Date;
}

/**
 * Job: writes the visits of days and months that have ended on sheets. Each page is a transaction that has no effect if another run
 * writes the same or a visit came meanwhile, so a run may be interrupted, and runs may overlap.
 */
export async function writeSheets({ db, oldVisits, now }: JobContext, bounds = BOUNDS): Promise<void> {
  const run = new Run({ db, archives: oldVisits }, now(), bounds);
  for (;;) {
    const before = run.pages;
    for (const period of await listDue(db, now())) {
      if (run.pages <= 0) return;
      await run.write(period);
    }
    if (run.pages === before) return;
  }
}

async function listDue(db: D1Database, now: Date): Promise<SheetPeriod[]> {
  const zones = await allRows<{ name: string }>(
    db,
    "SELECT DISTINCT coalesce(time_zone, 'UTC') AS name FROM organizations",
  );
  const time = new Date(now.getTime() - DELAY_MS);
  const days = Object.fromEntries(zones.map(({ name }) => [name, zoneOf(name).dayOf(time)]));
  // No zone is more than 14 hours ahead of UTC.
  const before = dayOf(new Date(time.getTime() + 14 * HOUR_MS));
  const [due] = await runBatch(db, [dueStatement(db, { days, before, limit: PERIODS_PER_LIST })]);
  return (due?.results ?? []) as SheetPeriod[]; // the columns of the statement
}

/** A row of visit_days or visit_months. */
type TotalsRow = Pick<CounterRow, "period"> & EndedRow & StoredSums;

/** The last link of a page after ?4 where blocks have rows of its year: the end of the first of them. '~' is after every link. */
const END = `coalesce((SELECT min(last_link) FROM visit_archive_blocks
  WHERE organization_id = ?1 AND project_id = ?2 AND year = substr(?3, 1, 4) AND last_link > ?4), '~')`;
const BLOCKS = `SELECT ${BLOCK_COLUMNS} FROM visit_archive_blocks AS block
  WHERE organization_id = ?1 AND project_id = ?2 AND year = substr(?3, 1, 4) AND last_link > ?4 AND first_link <= ${END}`;

/** The rows of links after ?4, in order; those of months if the day can be rolled up, as ?5 says. */
const ROWS = `SELECT linkId, retailer, period, totals, counts, visitors FROM (
  SELECT *, sum(length) OVER (ORDER BY linkId ROWS UNBOUNDED PRECEDING) - length AS before_it FROM (
    SELECT link_id AS linkId, retailer, day AS period, totals, NULL AS counts, visitors, length(totals) + length(visitors) AS length
    FROM visit_days WHERE day = ?3 AND organization_id = ?1 AND project_id = ?2 AND link_id > ?4 AND link_id <= ${END}
    UNION ALL SELECT link_id, retailer, month, totals, counts, visitors, length(totals) + length(counts) + length(visitors) FROM visit_months
    WHERE ?5 AND month = substr(?3, 1, 7) AND organization_id = ?1 AND project_id = ?2 AND link_id > ?4 AND link_id <= ${END}
    ORDER BY linkId LIMIT ?6))
  WHERE before_it < ${MAX_PAGE} ORDER BY linkId`;

/** The rows of the project as a whole. */
const WHOLE = `SELECT link_id AS linkId, retailer, visitors FROM visit_days
  WHERE organization_id = ?1 AND project_id = ?2 AND day = ?3 AND link_id = '' ORDER BY retailer`;

/** Sheets of months are sums of those of days, which have the numbers of links. */
const NO_LINKS = new LinkNumbers([]);

/** The sheets of a month's days after ?4 and ?5. */
const DAYS_OF_MONTH = `SELECT period, sheet, counts, visitors FROM visit_sheets
  WHERE organization_id = ?1 AND project_id = ?2 AND period BETWEEN ?3 || '-01' AND ?3 || '-31' AND (period, sheet) > (?4, ?5)
  ORDER BY period, sheet LIMIT ${SHEETS_PER_PAGE}`;

class Run {
  readonly #db: D1Database;
  readonly #archives: RowSources["archives"];
  readonly #firstKept: string;
  readonly #rows: number;
  /** How many are left. */
  pages: number;
  /** Those of one organization, because there can be many. */
  #numbers: { organizationId: string; links: LinkNumbers } | null = null;

  constructor({ db, archives }: RowSources, now: Date, { pages, rows }: typeof BOUNDS) {
    this.#db = db;
    this.#archives = archives;
    this.#rows = rows;
    // An extra day, because another zone's can be later.
    this.#firstKept = dayOf(new Date(now.getTime() - (HOURS_KEPT_DAYS - 1) * DAY_MS));
    this.pages = pages;
  }

  async write(period: SheetPeriod): Promise<void> {
    this.pages--;
    const [begun] = await runBatch<Attempt>(this.#db, [beginStatement(this.#db, period)]);
    const attempt = begun?.results[0];
    if (!attempt) return;
    const isMonth = period.period.length === "2026-11".length;
    try {
      await (isMonth ? this.#writeMonth(period, attempt) : this.#writeDay(period, attempt));
    } catch (error) {
      if (!isConcurrentChange(error)) throw error;
      // The next list has the period again.
      this.#numbers = null;
    }
  }

  async #writeDay(period: SheetPeriod, first: Attempt): Promise<void> {
    const links = await this.#linksOf(period.organizationId);
    for (let attempt = first; ; this.pages--) {
      const { rows, whole, moved, linkId } = await this.#page(period, attempt.linkId);
      const sums = new SheetSums(CLASSES);
      const visitors = new SheetVisitors(() => links);
      const read = recordReader("qrCode", false, ({ day, linkId, qrCode, class: name, visits }) => {
        if (day !== period.period) return;
        const link = links.numberOf(linkId);
        sums.add(link, links.codeOf(link, qrCode ?? ""), name, visits);
        visitors.addVisits(qrCode ?? "", day, name, visits);
      });
      const add = (row: CounterRow, text: string) => {
        visitors.begin(row.linkId, period.period);
        read(row);
        visitors.addVisitors({ period: row.period, visitors: text }, (day) => day === period.period);
      };
      for (const { totals, counts, visitors: text, ...row } of rows)
        add({ ...row, ...readSums({ totals, counts }) }, text);
      for (const row of moved) add(counterRow(row), row.visitors);
      const written = zipped(sums.texts(), visitors.texts());
      const ended = endedRows([...whole, ...rows.filter((row) => !isOfMonth(row))]);
      if (!(await this.#store(period, attempt, { written, linkId, ended }, links))) return;
      if (linkId === null || this.pages <= 0) return;
      const length = attempt.length + lengthOf(written);
      attempt = { ...attempt, linkId, sheets: attempt.sheets + written.length, length };
    }
  }

  /** The rows of whole links after a link, those that were moved into R2, and the last link; null: there are no more. */
  async #page({ organizationId, projectId, period }: SheetPeriod, after: string) {
    const values = [organizationId, projectId, period, after];
    const isOld = period < this.#firstKept;
    const isFirst = after === "";
    const [found, project, blocks] = await runBatch(this.#db, [
      this.#db.prepare(ROWS).bind(...values, isOld ? 1 : 0, this.#rows),
      this.#db.prepare(WHOLE).bind(organizationId, projectId, isFirst ? period : ""),
      ...(isOld ? [this.#db.prepare(BLOCKS).bind(...values)] : []),
    ]);
    const rows = (found?.results ?? []) as TotalsRow[]; // the columns of the statement
    const whole = (project?.results ?? []) as EndedRow[]; // likewise
    const length = rows.reduce(
      (sum, { totals, counts, visitors }) => sum + totals.length + (counts?.length ?? 0) + visitors.length,
      0,
    );
    const isLast = rows.length < this.#rows && length < MAX_PAGE;
    const last = rows.at(-1)?.linkId;
    // There can be another row of the last link; unless it fills the page, it is for the next.
    const others = isLast ? rows : rows.filter((row) => row.linkId !== last);
    const read = others.length > 0 ? others : rows;
    const [first, ...more] = blocksIn(blocks).sort((a, b) => (a.lastLink < b.lastLink ? -1 : 1));
    if (!first)
      return { rows: read, whole, moved: [], linkId: isLast ? null : (read.at(-1)?.linkId ?? null) };
    const linkId = isLast ? first.lastLink : (read.at(-1)?.linkId ?? "");
    const wanted = {
      months: new Set([period.slice(0, "2026-11".length)]),
      isWanted: (id: string) => id > after && id <= linkId,
    };
    const moved: MovedRow[] = [];
    for await (const block of this.#archives.rowsOf([first, ...more], wanted)) moved.push(...block.rows);
    return { rows: read, whole, moved, linkId };
  }

  async #writeMonth(period: SheetPeriod, attempt: Attempt): Promise<void> {
    const sums = new SheetSums(CLASSES);
    const visitors = new SheetVisitors(() => NO_LINKS);
    const key = [period.organizationId, period.projectId, period.period];
    for (let [day, sheet] = ["", 0]; ; this.pages--) {
      const sheets = await allRows<{ period: string; sheet: number } & Sheet>(
        this.#db,
        DAYS_OF_MONTH,
        ...key,
        day,
        sheet,
      );
      for (const each of sheets) {
        sums.addText(each.counts);
        visitors.addText(each.visitors);
      }
      const last = sheets.at(-1);
      if (!last || sheets.length < SHEETS_PER_PAGE) break;
      [day, sheet] = [last.period, last.sheet];
    }
    const written = zipped(sums.texts(), visitors.texts());
    await this.#store(period, attempt, { written, linkId: null, ended: [] }, null);
  }

  /** Returns whether the attempt has not ended before. */
  async #store(
    period: SheetPeriod,
    attempt: Attempt,
    page: { written: readonly Sheet[]; linkId: string | null; ended: readonly EndedRow[] },
    links: LinkNumbers | null,
  ): Promise<boolean> {
    const results = await runBatch(this.#db, [
      ...(links?.takeChanges(this.#db, period.organizationId) ?? []),
      ...(page.ended.length > 0 ? [endVisitorsStatement(this.#db, period, attempt, page.ended)] : []),
      ...sheetStatements(this.#db, period, attempt, page),
    ]);
    return results.at(-1)?.meta.changes === 1;
  }

  async #linksOf(organizationId: string): Promise<LinkNumbers> {
    if (this.#numbers?.organizationId !== organizationId)
      this.#numbers = { organizationId, links: await LinkNumbers.read(this.#db, organizationId) };
    return this.#numbers.links;
  }
}
