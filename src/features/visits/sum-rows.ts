import { classOf, DAY_LETTERS, eachDay, type MonthNumbers } from "./counter-forms.ts";
import type { MovedRow } from "./visit-archives.ts";

/** What a column has: objects in one another, with the numbers of a month in the last ones. */
interface Nest {
  [key: string]: Nest | MonthNumbers;
}

/** How many keys lead to the numbers in a column. */
const DEPTH = { counts: 2, totals: 3, apart: 3, visitors: 1 } as const;
type Column = keyof typeof DEPTH;
const COLUMNS = Object.keys(DEPTH) as Column[]; // all of them

/** The sum of rows of visit_months with the same key: a late visit of a month that was moved into R2 begins a new row. */
export function sumOfRows(one: MovedRow, other: MovedRow): MovedRow {
  // Only this folder writes these columns.
  const parse = (row: MovedRow) =>
    Object.fromEntries(COLUMNS.map((name) => [name, JSON.parse(row[name])])) as Columns;
  const [first, second] = [parse(one), parse(other)];
  // The first version stored sums of counts. A row with them counts by them.
  if (first.totals.qrCode !== undefined || second.totals.qrCode !== undefined)
    for (const row of [first, second]) addTotals(row);
  const texts = COLUMNS.map((name) => [name, JSON.stringify(sum(first[name], second[name], DEPTH[name]))]);
  return { ...one, ...Object.fromEntries(texts) };
}

type Columns = Record<Column, Nest>;

function addTotals(row: Columns): void {
  const { rest, ...totals } = row.totals;
  if (totals.qrCode !== undefined) return;
  let sums: Nest = {};
  for (const [code, kinds] of Object.entries(row.counts))
    for (const [kind, numbers] of Object.entries(kinds as Nest)) // by code and kind
      sums = sum(sums, { [code]: { [classOf(kind.slice(3), code)]: numbers } }, 2) as Nest;
  row.totals = { ...totals, qrCode: sum(sums, rest ?? {}, 2) };
}

function sum(one: Nest | MonthNumbers, other: Nest | MonthNumbers, depth: number): Nest | MonthNumbers {
  // At this depth are the numbers.
  if (depth === 0) return sumOfDays(one as MonthNumbers, other as MonthNumbers);
  const found: Nest = { ...(one as Nest) };
  for (const [key, value] of Object.entries(other as Nest)) {
    const before = found[key];
    found[key] = before === undefined ? value : sum(before, value, depth - 1);
  }
  return found;
}

function sumOfDays(one: MonthNumbers, other: MonthNumbers): string {
  const days = Array.from(DAY_LETTERS, () => 0);
  for (const numbers of [one, other])
    eachDay(numbers, (place, visits) => {
      days[place] = (days[place] ?? 0) + visits;
    });
  return days
    .map((visits, place) => (visits === 0 ? "" : `${DAY_LETTERS[place]}${visits === 1 ? "" : visits}`))
    .join("");
}
