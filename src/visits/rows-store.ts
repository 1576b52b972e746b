import { onD1 } from "../platform/d1.ts";
import { type DayCounts, eachFactOfDay, eachFactOfMonth, type MonthCounts } from "./facts.ts";
import type { CheckedFilter } from "./filter.ts";
import { type Part, PartSum } from "./part-sum.ts";
import { daysOf } from "./range.ts";
import {
  countQuery,
  dayPageQuery,
  daysOfLinksQuery,
  daysQuery,
  monthPageQuery,
  monthsOfLinksQuery,
  monthsQuery,
  pageValues,
  type RowsNeed,
  type RowsSubject,
  rowsValues,
  type Stored,
} from "./rows-query.ts";
import type { Reading, SummedPart } from "./source.ts";

/** The most rows of links that one question reads. */
export const MOST_LINK_DAYS = 100_000;
/** Rows that are in memory at one time: with all their counts, and with their numbers or one part alone. */
const PER_PAGE = { whole: 2_000, short: 10_000 };

/** A part that is answered from rows. */
export type RowsPart = Part & { source: { from: "rows" | "links"; reading: Reading } };

/** Parts that are answered from the same rows. */
interface Group {
  parts: readonly { part: RowsPart; sum: PartSum }[];
  days: string[];
  months: string[];
  need: RowsNeed;
}

/** Parts of the same days together, as their rows need to be read once. */
export function groupsOf(parts: readonly RowsPart[], filter: CheckedFilter): Group[] {
  const groups = new Map<string, RowsPart[]>();
  for (const part of parts) {
    const days = daysOf(part.range);
    const name = `${part.source.from} ${days[0]} ${days.at(-1)}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return Array.from(groups.values(), (group): Group => {
    const days = group[0] ? daysOf(group[0].range) : [];
    const monthParts = group.flatMap(({ monthPart }): SummedPart[] =>
      monthPart === null ? [] : [monthPart],
    );
    return {
      parts: group.map((part) => ({ part, sum: new PartSum(part, filter) })),
      days,
      months: monthParts.length === 0 ? [] : [...new Set(days.map((day) => day.slice(0, 7)))],
      need: {
        readings: new Set(group.map(({ source }) => source.reading)),
        monthParts: new Set(monthParts),
      },
    };
  });
}

const countsIn = (text: string | null): DayCounts["counts"] =>
  // Only this folder writes this column.
  text === null ? {} : (JSON.parse(text) as DayCounts["counts"]);

function addDays({ parts }: Group, rows: readonly Stored<DayCounts>[]): void {
  for (const row of rows) {
    const counted = { ...row, counts: countsIn(row.counts) };
    for (const { part, sum } of parts) {
      eachFactOfDay(counted, part.source.reading, part.hours, (fact) => sum.add(fact));
    }
  }
}

function addMonths({ parts, days }: Group, rows: readonly Stored<MonthCounts>[]): void {
  const asked = new Set(days);
  for (const row of rows) {
    const counted = { ...row, counts: countsIn(row.counts), packed: countsIn(row.packed) };
    for (const { part, sum } of parts) {
      if (part.monthPart === null) continue;
      eachFactOfMonth(counted, part.monthPart, (fact) => {
        if (asked.has(fact.day)) sum.add(fact);
      });
    }
  }
}

/** The statements that read the rows of a group. Their results go to `addRows`. */
export function rowsStatements(
  db: D1Database,
  subject: RowsSubject,
  { days, months, need }: Group,
): D1PreparedStatement[] {
  const statements = [db.prepare(daysQuery(subject, need)).bind(...rowsValues(subject, days))];
  if (months.length > 0)
    statements.push(db.prepare(monthsQuery(subject, need)).bind(...rowsValues(subject, months)));
  return statements;
}

/** Adds what such statements gave to the sums of a group. */
export function addRows(group: Group, [days, months]: readonly (D1Result | undefined)[]): void {
  // The columns of the statements above.
  addDays(group, (days?.results ?? []) as Stored<DayCounts>[]);
  addMonths(group, (months?.results ?? []) as Stored<MonthCounts>[]);
}

/** Links by their ids, with their projects. */
export type LinkProjects = ReadonlyMap<string, string>;

/**
 * Adds the rows of each link of projects to the sums of a group, some at a time. Gives false, and has added nothing, where
 * there are more than `most`. `links`: only these; null: all. May throw `service_unavailable`.
 */
export async function addLinks(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { links, country, most }: { links: LinkProjects | null; country: string | null; most: number },
): Promise<boolean> {
  if (links && links.size * (group.days.length + group.months.length) <= most) {
    await addChosenLinks(db, subject, group, links);
    return true;
  }
  if ((await countRows(db, subject, group, most)) > most) return false;
  await addAllLinks(db, subject, group, { links, country });
  return true;
}

/** Adds the rows of these links. */
async function addChosenLinks(
  db: D1Database,
  { organizationId }: RowsSubject,
  group: Group,
  links: LinkProjects,
) {
  const { days, months, need } = group;
  const owners = Array.from(links, ([linkId, projectId]) => [projectId, linkId]);
  const some = Math.max(1, Math.floor(PER_PAGE.whole / days.length));
  for (let at = 0; at < owners.length; at += some) {
    const values = (periods: readonly string[]) =>
      [organizationId, JSON.stringify(owners.slice(at, at + some)), JSON.stringify(periods)] as const;
    const statements = [db.prepare(daysOfLinksQuery(need)).bind(...values(days))];
    if (months.length > 0) statements.push(db.prepare(monthsOfLinksQuery(need)).bind(...values(months)));
    addRows(group, await onD1(() => db.batch(statements)));
  }
}

/** Adds the rows of all links of the projects, but only of `links` where they are given. */
async function addAllLinks(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { links, country }: { links: LinkProjects | null; country: string | null },
): Promise<void> {
  const { days, months, need } = group;
  const isWhole = need.readings.has("kinds");
  const among = <T extends { linkId: string }>(rows: readonly T[]) =>
    links === null ? rows : rows.filter(({ linkId }) => links.has(linkId));
  // Kinds of visits begin with their country.
  const text = isWhole && country !== null ? `"${country}` : null;
  await eachPage<Stored<DayCounts> & { projectId: string }>(
    (place, limit) =>
      db.prepare(dayPageQuery(subject, need)).bind(...pageValues(subject, days, place), limit, text),
    ({ day, projectId, linkId, retailer }) => [day, projectId, linkId, retailer],
    isWhole ? PER_PAGE.whole : PER_PAGE.short,
    (rows) => addDays(group, among(rows)),
  );
  if (months.length === 0) return;
  await eachPage<Stored<MonthCounts> & { projectId: string }>(
    (place, limit) =>
      db.prepare(monthPageQuery(subject, need)).bind(...pageValues(subject, months, place), limit),
    ({ month, projectId, linkId }) => [month, projectId, linkId, ""],
    PER_PAGE.whole,
    (rows) => addMonths(group, among(rows)),
  );
}

/** How many rows of links there are; above `most`, some number above it. */
async function countRows(
  db: D1Database,
  subject: RowsSubject,
  { days, months }: Group,
  most: number,
): Promise<number> {
  const count = (table: "visit_days" | "visit_months", periods: readonly string[]) =>
    db.prepare(countQuery(subject, table)).bind(...pageValues(subject, periods, BEGINNING), most + 1);
  const results = await onD1(() =>
    db.batch<{ rows: number }>([
      count("visit_days", days),
      ...(months.length > 0 ? [count("visit_months", months)] : []),
    ]),
  );
  return results.reduce((sum, { results: [row] }) => sum + (row?.rows ?? 0), 0);
}

type RowPlace = readonly [string, string, string, string];
const BEGINNING: RowPlace = ["", "", "", ""];

async function eachPage<T>(
  statement: (place: RowPlace, limit: number) => D1PreparedStatement,
  placeOf: (row: T) => RowPlace,
  limit: number,
  each: (rows: readonly T[]) => void,
): Promise<void> {
  for (let place = BEGINNING; ; ) {
    const { results } = await onD1(() => statement(place, limit).all<T>());
    each(results);
    const last = results.at(-1);
    if (results.length < limit || last === undefined) return;
    place = placeOf(last);
  }
}
