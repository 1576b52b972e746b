import type { VisitNumbers } from "./statistics.ts";

/** Numbers nested under three keys, as in the columns `counts`, `totals` and `apart`. */
export type Nested<T> = Record<string, Record<string, Record<string, T>>>;

/**
 * The letters of the days in a month's numbers: "AC2F" is one on the first, two on the third, and one on the sixth. The first
 * version stored numbers as JSON, by the index of the day.
 */
export const DAY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
export type MonthNumbers = string | readonly number[] | Readonly<Record<string, number>>;

/** Calls `each` for the days of a month's numbers, from 0. */
export function eachDay(numbers: MonthNumbers, each: (place: number, visits: number) => void): void {
  if (typeof numbers !== "string") {
    for (const [place, visits] of Object.entries(numbers)) each(Number(place), visits);
    return;
  }
  for (let at = 0; at < numbers.length; ) {
    const place = DAY_LETTERS.indexOf(numbers.charAt(at));
    let visits = 0;
    // Digits are before letters.
    for (at++; at < numbers.length && numbers.charAt(at) < "A"; at++)
      visits = visits * 10 + Number(numbers.charAt(at));
    each(place, visits || 1);
  }
}

/** Stands for any QR code in the row of a project, and for all visitors of a row. */
export const ANY_CODE = "*";
/** Stands for the visits of people without a visitor, in the column `visitors`. */
export const WITHOUT_VISITOR = "?";
/** Stands for all other values of a dimension apart. */
export const OTHERS = "*";
/** The class in which visits are counted. */
export function classOf(visitor: string, code: string): keyof VisitNumbers {
  if (visitor === "robot") return "robots";
  if (visitor === "preview") return "previews";
  return code === "" ? "clicks" : "scans";
}

/** Besides the hour. A batch of messages rewrites the counts of a project of an hour, not those of the day. */
export const HOUR_KEY = ["day", "organization_id", "project_id", "retailer"];

/** The rows of visit_hours with the counts of a row of visit_days, which is that of a project as a whole. */
export const hoursOf = (row: string): string => `visit_hours AS part
  WHERE ${HOUR_KEY.map((name) => `part.${name} = ${row}.${name}`).join(" AND ")}`;
