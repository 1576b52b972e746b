import type { Interval } from "../../visits/visit-range.ts";
import { onClocks } from "./bucket-names.ts";

/** How many names have room below a plot on a phone. */
const MAX_NAMES = 6;
/** Up to so many days, each has its name, in two lines. */
const MAX_DAYS = 8;

/** How many buckets one name may stand for: whole weeks of days, and what divides a day of hours or a year of months. */
const STEPS: Readonly<Record<Interval, readonly number[]>> = {
  hour: [1, 2, 3, 6, 12, 24, 48, 168],
  day: [1, 2, 7, 14, 28, 56, 91],
  week: [1, 2, 3, 4, 8, 13, 26, 52, 104],
  month: [1, 2, 3, 6, 12, 24],
};

/** Whether every bucket has a name, as of a week of days. */
export const areAllNamed = (length: number, interval: Interval): boolean =>
  interval === "day" && length <= MAX_DAYS;

/**
 * The buckets that have a name below the plot: every so many, so that names stand evenly. The last is named; of hours, those
 * that begin with the step on the clock.
 */
export function namedBuckets(starts: readonly string[], interval: Interval): number[] {
  const { length } = starts;
  const indexes = Array.from({ length }, (_, index) => index);
  if (areAllNamed(length, interval)) return indexes;
  const steps = STEPS[interval];
  const step = steps.find((each) => length / each <= MAX_NAMES) ?? Math.ceil(length / MAX_NAMES);
  const matchesEtag =
    interval === "hour"
      ? (index: number) => (onClocks(starts[index] ?? "").getTime() / 3_600_000) % step === 0
      : (index: number) => (length - 1 - index) % step === 0;
  return indexes.filter(matchesEtag);
}
