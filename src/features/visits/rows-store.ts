import { PartAggregate, type VisitorRow } from "./aggregate.ts";
import { type CounterRow, countsOfHours, isOfMonth, recordReader } from "./count-records.ts";
import { hoursOf } from "./counter-forms.ts";
import { isApart } from "./dimensions.ts";
import type { Part } from "./report-plan.ts";
import type { RowsSubject } from "./report-subject.ts";
import { CLASSES } from "./statistics.ts";
import type { CheckedFilter } from "./visit-filter.ts";
import { daysOf } from "./visit-range.ts";

/** Projects whose rows are read, each with one of its links; '' is the project as a whole. */
export type Owners = readonly (readonly [projectId: string, linkId: string])[];

/** Parts that read the same rows. */
export interface Group {
  parts: readonly { part: Part; sum: PartAggregate }[];
  days: readonly string[];
  /** Empty if day rows cover all days. */
  months: readonly string[];
  add(row: CounterRow & VisitorRow): void;
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
        for (const { sum } of sums) sum.begin(row);
        for (const read of isOfMonth(row) ? monthReaders : dayReaders) read(row);
        for (const { sum } of sums) sum.addVisitors(row, (day) => asked.has(day));
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

export type Period = "day" | "month";

/** Whether sums of a month are in its counts; see `hasTotals`. */
const SUMS_IN_COUNTS = "row.link_id <> '' AND row.totals -> 'qrCode' IS NULL";

/** SQL for the counts of a row; those of a project's day are a list of its hours with theirs. */
const COUNTS: Readonly<Record<Period, string>> = {
  day: `iif(row.link_id <> '', row.counts, (
    SELECT json_group_array(json_array(part.hour, json(part.counts))) FROM ${hoursOf("row")}))`,
  month: "row.counts",
};

/** SQL for the columns to read for the parts of a group. Reads only the needed sums, which can be long. */
export function columnsOf(period: Period, { parts }: Group): string {
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
    ${needed("totals")} AS totals, ${needed("apart")} AS apart,
    ${parts.some(({ part }) => part.visitors) ? "row.visitors" : "NULL"} AS visitors`;
}

/** Skips counts without the country and device of the filter: the condition for ?4, and its value. */
export const HAS_KIND = "(?4 IS NULL OR row.link_id = '' OR instr(row.counts, ?4) > 0)";
export function kindText({ filter: { country, device } }: RowsSubject): string | null {
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
export type Stored = VisitorRow & {
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
