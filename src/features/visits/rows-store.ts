import { allRows, firstValue, runBatch } from "../../ground/platform/d1.ts";
import { PartAggregate } from "./aggregate.ts";
import { type CounterRow, countsOfHours, isOfMonth, recordReader } from "./count-records.ts";
import { hoursOf } from "./counter-forms.ts";
import { isApart } from "./dimensions.ts";
import type { Part } from "./report-plan.ts";
import type { LinkProjects, RowsSubject } from "./report-subject.ts";
import { CLASSES } from "./statistics.ts";
import type { CheckedFilter } from "./visit-filter.ts";
import { daysOf } from "./visit-range.ts";

/** A month row counts as this many rows, because it is larger. */
const MONTH_WEIGHT = 4;
/** Rows of links in memory at a time. */
const PER_PAGE = 5_000;

/** Projects whose rows are read, each with one of its links; '' is the project as a whole. */
type Owners = readonly (readonly [projectId: string, linkId: string])[];

/** Parts that read the same rows. */
interface Group {
  parts: readonly { part: Part; sum: PartAggregate }[];
  days: readonly string[];
  /** Empty if day rows cover all days. */
  months: readonly string[];
  add(row: CounterRow): void;
}

/** Groups parts with the same days, so that their rows are read once. */
export function groupsOf(parts: readonly Part[], filter: CheckedFilter): Group[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const days = daysOf(part.range);
    const name = `${part.from} ${days[0]} ${days.at(-1)}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return Array.from(groups.values(), (group): Group => {
    const [{ range }] = group as [Part];
    const days = daysOf(range);
    const asked = new Set(days);
    const sums = group.map((part) => ({ part, sum: new PartAggregate(part, filter) }));
    const dayReaders = sums.map(({ part, sum }) =>
      recordReader(part.reading, part.hours, (record) => sum.add(record)),
    );
    const monthReaders = sums.flatMap(({ part: { monthReading, hours }, sum }) =>
      monthReading === null
        ? []
        : [recordReader(monthReading, hours, (record) => asked.has(record.day) && sum.add(record))],
    );
    return {
      parts: sums,
      days,
      months: monthReaders.length === 0 ? [] : monthsOf(days),
      add(row) {
        for (const read of isOfMonth(row) ? monthReaders : dayReaders) read(row);
      },
    };
  });
}

export const monthsOf = (days: readonly string[]): string[] => [
  ...new Set(days.map((day) => day.slice(0, "2026-11".length))),
];

/** SQL for the projects of a subject: ?1 is the organization, and ?2 the projects as JSON. */
export const projectsSql = (projects: RowsSubject["projects"]): string =>
  projects === "all"
    ? "SELECT id FROM projects WHERE organization_id = ?1"
    : "SELECT value AS id FROM json_each(?2)";

type Period = "day" | "month";

/** Whether sums of a month are in its counts; see `hasTotals`. */
const SUMS_IN_COUNTS = "row.link_id <> '' AND row.totals -> 'qrCode' IS NULL";

/** SQL for the counts of a row; those of a project's day are a list of its hours with theirs. */
const COUNTS: Readonly<Record<Period, string>> = {
  day: `iif(row.link_id <> '', row.counts, (
    SELECT json_group_array(json_array(part.hour, json(part.counts))) FROM ${hoursOf("row")}))`,
  month: "row.counts",
};

/** SQL for the columns to read for the parts of a group. Reads only the needed sums, which can be long. */
function columnsOf(period: Period, { parts }: Group): string {
  const readings = new Set(
    parts.map(({ part }) => {
      if (period === "day") return part.reading;
      return part.monthReading === "numbers" ? "qrCode" : part.monthReading;
    }),
  );
  const named = [...readings].filter((each) => each !== null && each !== "counts" && each !== "numbers");
  const needed = (column: "totals" | "apart") => {
    const members: string[] = named.filter((each) => isApart(each) === (column === "apart"));
    if (period === "month" && members.includes("qrCode")) members.push("rest");
    const values = members.map((each) => `'${each}', row.${column} -> '$.${each}'`);
    return values.length > 0 ? `json_object(${values.join(", ")})` : "NULL";
  };
  const summed =
    period === "month" && readings.has("qrCode") ? `iif(${SUMS_IN_COUNTS}, row.counts, NULL)` : "NULL";
  return `row.${period} AS period, row.project_id AS projectId, row.link_id AS linkId, row.retailer AS retailer,
    ${period === "day" ? `${CLASSES.join(", ")}, ` : ""}${readings.has("counts") ? COUNTS[period] : summed} AS counts,
    ${needed("totals")} AS totals, ${needed("apart")} AS apart`;
}

/** Skips counts without the country and device of the filter: the condition for ?4, and its value. */
const HAS_KIND = "(?4 IS NULL OR row.link_id = '' OR instr(row.counts, ?4) > 0)";
function kindText({ filter: { country, device } }: RowsSubject): string | null {
  if (country === null && device === null) return null;
  return `${country === null ? "" : `"${country}`} ${device === null ? "" : `${device}"`}`;
}

/**
 * The statements that read the rows of a group: one search per owner and day or month, which CROSS JOIN forces. Null
 * owners: all projects as a whole.
 */
export function rowsStatements(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  owners: Owners | null,
): D1PreparedStatement[] {
  const owned = owners
    ? "SELECT value ->> 0 AS project_id, value ->> 1 AS link_id FROM json_each(?2)"
    : "SELECT id AS project_id, '' AS link_id FROM projects WHERE organization_id = ?1";
  const read = (period: Period, periods: readonly string[]) =>
    db
      .prepare(
        `SELECT ${columnsOf(period, group)}
        FROM (${owned}) AS owner CROSS JOIN json_each(?3) AS item CROSS JOIN visit_${period}s AS row
        WHERE row.${period} = item.value AND row.organization_id = ?1 AND row.project_id = owner.project_id
          AND row.link_id = owner.link_id AND ${HAS_KIND}`,
      )
      .bind(subject.organizationId, JSON.stringify(owners), JSON.stringify(periods), kindText(subject));
  const { days, months } = group;
  return [read("day", days), ...(months.length > 0 ? [read("month", months)] : [])];
}

/** A row from D1. */
type Stored = { projectId: string } & {
  [Name in keyof CounterRow]: Name extends "counts" | "totals" | "apart" ? string | null : CounterRow[Name];
};

// Only this folder writes these columns.
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));

/** Adds the results of these statements to the aggregates of a group. */
export function addRows(group: Group, rows: readonly unknown[]): void {
  // The columns of the statements above.
  for (const row of rows as readonly Stored[]) {
    const [read, totals, apart] = [parsed(row.counts), parsed(row.totals), parsed(row.apart)];
    const counts = Array.isArray(read) ? countsOfHours(read) : read;
    group.add({ ...row, counts, totals, apart });
  }
}

/**
 * Adds the rows of each link of projects to the aggregates of a group, in pages. Returns false and adds nothing if there are
 * more than `most`. `links`: only these; null: all.
 */
export async function addLinks(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { links, most }: { links: LinkProjects | null; most: number },
): Promise<boolean> {
  const { days, months } = group;
  const perLink = days.length + MONTH_WEIGHT * months.length;
  if (links && links.size * perLink <= most) {
    const owners = Array.from(links, ([linkId, projectId]) => [projectId, linkId] as const);
    const some = Math.max(1, Math.floor(PER_PAGE / perLink));
    for (let at = 0; at < owners.length; at += some) {
      const statements = rowsStatements(db, subject, group, owners.slice(at, at + some));
      const results = await runBatch(db, statements);
      addRows(
        group,
        results.flatMap((result) => result.results),
      );
    }
    return true;
  }
  const rows = [
    await countRows(db, subject, "day", days, most),
    await countRows(db, subject, "month", months, most),
  ];
  if ((rows[0] ?? 0) + MONTH_WEIGHT * (rows[1] ?? 0) > most) return false;
  for (const period of ["day", "month"] as const) await addPages(db, subject, group, period, links);
  return true;
}

/** The position of a row: its day or month, project, link and retailer. */
type Place = readonly [period: string, projectId: string, linkId: string, retailer: string];
const BEGINNING: Place = ["", "", "", ""];

/**
 * The rows of each link after the position ?5 to ?8, in the order of their key. The plan is one search in the primary key for each
 * period and project: those before the position are skipped; in the project of the position the search begins at its link ?7,
 * and in later ones behind '', the project as a whole ('!' is the first printable character). The last comparison leaves out
 * the rows up to the position itself.
 */
const linkRows = ({ projects }: RowsSubject, period: Period): string =>
  `FROM json_each(?3) AS item CROSS JOIN (${projectsSql(projects)} ORDER BY 1) AS project CROSS JOIN visit_${period}s AS row
  WHERE (item.value, project.id) >= (?5, ?6) AND row.${period} = item.value AND row.organization_id = ?1
    AND row.project_id = project.id AND row.link_id >= iif((item.value, project.id) = (?5, ?6), ?7, '!')
    AND (item.value, project.id, row.link_id, row.retailer) > (?5, ?6, ?7, ?8) AND ${HAS_KIND}`;

const linkValues = (subject: RowsSubject, periods: readonly string[], kind: string | null, place: Place) => [
  subject.organizationId,
  JSON.stringify(subject.projects),
  JSON.stringify(periods),
  kind,
  ...place,
];

/** The number of rows of links, capped at `most` + 1. */
async function countRows(
  db: D1Database,
  subject: RowsSubject,
  period: Period,
  periods: readonly string[],
  most: number,
): Promise<number> {
  if (periods.length === 0) return 0;
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 ${linkRows(subject, period)} LIMIT ${most + 1})`;
  return (await firstValue<number>(db, sql, ...linkValues(subject, periods, null, BEGINNING))) ?? 0;
}

async function addPages(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  period: Period,
  links: LinkProjects | null,
): Promise<void> {
  const periods = period === "day" ? group.days : group.months;
  const sql = `SELECT ${columnsOf(period, group)} ${linkRows(subject, period)} LIMIT ${PER_PAGE}`;
  for (let place = BEGINNING; periods.length > 0; ) {
    const results = await allRows<Stored>(db, sql, ...linkValues(subject, periods, kindText(subject), place));
    addRows(group, links ? results.filter(({ linkId }) => links.has(linkId)) : results);
    const last = results.at(-1);
    if (!last || results.length < PER_PAGE) return;
    place = [last.period, last.projectId, last.linkId, last.retailer];
  }
}
