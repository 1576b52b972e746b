import { DAY_MS, dayOf, HOUR_MS } from "../../ground/core/days.ts";
import { dayAfter, lastDayUntil } from "../../ground/core/zone.ts";
import { daysOf, firstKeptHour, isWholeDays, type VisitRange } from "./visit-range.ts";

/** What a period is compared with: the previous period, or the same days a month or a year earlier. */
export const COMPARISONS = ["previous", "month", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

interface ComparedRange {
  range: VisitRange;
  /**
   * The end of the hour that corresponds to the current hour, if the comparison stops there. Null: the whole range is
   * compared.
   */
  cut: Date | null;
}

/**
 * The range to compare `range` with. `previous` shifts by the length of the range, from 7 days on by whole weeks, so
 * that each day is compared with the same day of the week; `month` and `year` compare whole months with whole months. An ongoing range is compared up to the same hour, as long as
 * hours are stored.
 */
export function comparedRange(range: VisitRange, by: Comparison, now: Date): ComparedRange {
  const { from, to, zone } = range;
  const earlier = { ...range, from: shifted(from, range, by), to: shifted(to, range, by) };
  if (!(now >= from && now < to)) return { range: earlier, cut: null };
  const { day, hour } = zone.hourOf(now);
  const then = shiftedDay(day, range, by);
  const begun = zone.startOf(then);
  const cut = new Date(begun.getTime() + (hour + 1) * HOUR_MS);
  if (begun < firstKeptHour(zone, now) || cut >= earlier.to) return { range: earlier, cut: null };
  return { range: { ...earlier, to: cut }, cut };
}

/** The same time of the earlier day. */
function shifted(time: Date, range: VisitRange, by: Comparison): Date {
  const { zone } = range;
  if (!isWholeDays({ ...range, from: time, to: time })) {
    const day = zone.dayOf(time);
    const begun = zone.startOf(shiftedDay(day, range, by)).getTime();
    return new Date(begun + time.getTime() - zone.startOf(day).getTime());
  }
  // Whole months are compared with whole months. Else the end of a day; in a shorter month, the end of its last day.
  const isMonths =
    by !== "previous" && [range.from, range.to].every((each) => zone.dayOf(each).endsWith("-01"));
  const isEnd = !isMonths && time.getTime() === range.to.getTime();
  const day = isEnd ? lastDayUntil(time, zone) : zone.dayOf(time);
  const then = shiftedDay(day, range, by);
  return zone.startOf(isEnd ? dayAfter(then) : then);
}

const WEEK = 7;

function shiftOf(range: VisitRange): number {
  const days = isWholeDays(range)
    ? daysOf(range).length
    : Math.ceil((range.to.getTime() - range.from.getTime()) / DAY_MS);
  return days < WEEK ? days : Math.ceil(days / WEEK) * WEEK;
}

function shiftedDay(day: string, range: VisitRange, by: Comparison): string {
  return by === "previous" ? dayAfter(day, -shiftOf(range)) : monthsBefore(day, by === "month" ? 1 : 12);
}

/** The same day `months` earlier, or the last day of that month. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))));
}

/** The whole days of a compared range, and its last day if only part of it counts. */
export function partsOfCompared({ range, cut }: ComparedRange): {
  whole: VisitRange | null;
  partial: VisitRange | null;
} {
  if (cut === null || range.interval === "hour") return { whole: range, partial: null };
  const begun = range.zone.startOf(lastDayUntil(cut, range.zone));
  if (begun <= range.from) return { whole: null, partial: range };
  return { whole: { ...range, to: begun }, partial: { ...range, from: begun } };
}
