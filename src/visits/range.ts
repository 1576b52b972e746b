import { DAY_MS, HOUR_MS } from "../core/days.ts";
import { type FieldProblem, validationFailed } from "../core/errors.ts";
import { HOURS_KEPT_DAYS } from "./roll-up.ts";

/** The length of the buckets of a series. Weeks begin on Monday; everything is UTC. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

const DEFAULT_DAYS = 30;
/** How many days a range may have, by its interval: this bounds the rows that a query reads. */
const MAX_DAYS: Readonly<Record<Interval, number>> = { hour: 31, day: 400, week: 3_660, month: 3_660 };

/** The range that is asked for. What is absent has a default. */
export interface RangeInput {
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  interval: Interval;
}

/** Whole hours or days, as visits are known by these. */
export interface VisitRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  interval: Interval;
}

const stepOf = (interval: Interval): number => (interval === "hour" ? HOUR_MS : DAY_MS);

/**
 * The range to answer for: the last 30 days unless the caller says otherwise, widened to whole hours (interval
 * `hour`) or days. Throws `validation_failed` for a range that ends before it begins, is too long, or asks for
 * hours that are no longer kept.
 */
export function rangeOf({ from, to, interval }: RangeInput, now: Date): VisitRange {
  const step = stepOf(interval);
  const end = to ? Math.ceil(to.getTime() / step) * step : Math.floor(now.getTime() / step) * step + step;
  const start = from ? Math.floor(from.getTime() / step) * step : end - DEFAULT_DAYS * DAY_MS;
  const problems: FieldProblem[] = [];
  if (start >= end || (from && to && from >= to)) {
    problems.push(
      to ? { field: "to", message: "must be after from" } : { field: "from", message: "must be past" },
    );
  }
  const days = MAX_DAYS[interval];
  if (end - start > days * DAY_MS) {
    const message = `must be at most ${days} days after from where interval is ${interval}`;
    problems.push({ field: "to", message });
  }
  const firstHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOURS_KEPT_DAYS * DAY_MS;
  if (interval === "hour" && start < firstHour) {
    const message = `must be within the last ${HOURS_KEPT_DAYS} days where interval is hour`;
    problems.push({ field: "from", message });
  }
  if (problems.length > 0) throw validationFailed(problems);
  return { from: new Date(start), to: new Date(end), interval };
}

/** The hours (`2026-11-21T04`) or days (`2026-11-21`) of a range, in order. */
export function periodsOf({ from, to, interval }: VisitRange): string[] {
  const step = stepOf(interval);
  const length = interval === "hour" ? "2026-11-21T04".length : "2026-11-21".length;
  return Array.from({ length: (to.getTime() - from.getTime()) / step }, (_, index) =>
    new Date(from.getTime() + index * step).toISOString().slice(0, length),
  );
}

/** When the bucket begins that an hour or day is part of, as ISO 8601; a week or month may begin before its range. */
export function bucketStart(period: string, interval: Interval): string {
  const time = new Date(interval === "hour" ? `${period}:00:00Z` : `${period}T00:00:00Z`);
  if (interval === "week") time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  if (interval === "month") time.setUTCDate(1);
  return time.toISOString();
}
