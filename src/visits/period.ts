import { DAY_MS } from "../core/days.ts";
import type { Interval, RangeInput } from "./range.ts";

/** A period as people choose it: the last days, today included, or from one day to another, both included. */
export type Period = { days: number } | { from: string; to: string };

/** The range of a period as of now. The days are ISO 8601 and must exist. */
export function rangeInputOf(period: Period, interval: Interval, now: Date): RangeInput {
  if ("days" in period) {
    const to = Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS;
    return { from: new Date(to - period.days * DAY_MS), to: new Date(to), interval };
  }
  return {
    from: new Date(`${period.from}T00:00:00Z`),
    to: new Date(Date.parse(`${period.to}T00:00:00Z`) + DAY_MS),
    interval,
  };
}

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
