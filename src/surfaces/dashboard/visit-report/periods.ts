import type { Comparison } from "../../../features/visits/comparison.ts";
import { type Period, weekdayOf } from "../../../features/visits/visit-range.ts";
import { dayAfter } from "../../../ground/core/zone.ts";
import { DEFAULT_LOCALE, filled, type Locale, tagOf } from "../layout/locale.tsx";

/** A period with a name. */
export interface NamedPeriod {
  name: string;
  period: Period;
}

/** The periods on offer. `today` decides the dates of weeks, months and quarters. */
export function namedPeriods(today: string): NamedPeriod[] {
  const monday = dayAfter(today, -((weekdayOf(today) + 6) % 7));
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const firstOf = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10);
  const between = (from: string, end: string): Period => ({ from, to: dayAfter(end, -1) });
  const quarter = month - (month % 3);
  return [
    { name: "Today so far", period: { days: 1 } },
    { name: "Last 7 days", period: { days: 7 } },
    { name: "Last 30 days", period: { days: 30 } },
    { name: "Last 90 days", period: { days: 90 } },
    { name: "Last week", period: between(dayAfter(monday, -7), monday) },
    { name: "This month so far", period: { from: firstOf(month), to: today } },
    { name: "Last month", period: between(firstOf(month - 1), firstOf(month)) },
    { name: "Last quarter", period: between(firstOf(quarter - 3), firstOf(quarter)) },
  ];
}

/** Whether two periods are the same days, however long ago a URL was written. */
export const isSamePeriod = (one: Period, other: Period): boolean =>
  "days" in one
    ? "days" in other && one.days === other.days
    : "from" in other && one.from === other.from && one.to === other.to;

const WEEK = 7;

/** The name of a comparison of a period with this many days. From a week on, equal weekdays are compared. */
export function comparisonName(
  by: Comparison,
  days: number,
  { language, words }: Pick<Locale, "language" | "words"> = DEFAULT_LOCALE,
): string {
  if (by === "month") return words.lastMonth;
  if (by === "year") return words.lastYear;
  const earlier = filled(words.earlier, { length: lengthName(days, language) });
  return days < WEEK ? earlier : filled(words.sameWeekdays, { earlier });
}

/** How long before a period of so many days the compared one is: "5 weeks". */
function lengthName(days: number, language: Locale["language"]): string {
  const [unit, length] = days < WEEK ? ["day", days] : ["week", Math.ceil(days / WEEK)];
  const format = new Intl.NumberFormat(tagOf(language), { style: "unit", unit, unitDisplay: "long" });
  return format.format(length);
}

/** The compared period within a sentence: "5 weeks before". */
export const beforeWords = (by: Comparison, days: number): string =>
  `${by === "month" ? "a month" : by === "year" ? "a year" : lengthName(days, DEFAULT_LOCALE.language)} before`;
