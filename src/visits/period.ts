import { DAY_MS } from "../core/days.ts";
import { dayAfter, type Zone } from "../core/zone.ts";
import type { Interval, RangeInput } from "./range.ts";

/** A period as people choose it: the last days, today included, or from one day to another, both included. */
export type Period = { days: number } | { from: string; to: string };

/** The range of a period. The days are ISO 8601 and must exist. */
export const rangeInputOf = (period: Period, interval: Interval): RangeInput => ({ ...period, interval });

/** When a period begins. */
export const beginningOf = (period: Period, zone: Zone, now: Date): Date =>
  zone.startOf("days" in period ? dayAfter(zone.dayOf(now), 1 - period.days) : period.from);

/** How many days a period has. */
export const daysOf = (period: Period): number =>
  "days" in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;

/** The interval that gives a plot a number of bars that people can read. */
export function intervalFor(period: Period): Interval {
  const days = daysOf(period);
  if (days <= 2) return "hour";
  if (days <= 31) return "day";
  return days <= 186 ? "week" : "month";
}
