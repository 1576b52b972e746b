import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { type FieldProblem, validationFailed } from "../../ground/core/errors.ts";
import { dayAfter, type LocalHour, lastDayUntil, type Zone } from "../../ground/core/zone.ts";
import { plus, plusVisitors, type ReportNumbers, zeroVisits } from "./statistics.ts";

/** How long visits are stored by the hour, in days. By the day they are stored forever. */
export const HOURS_KEPT_DAYS = 90;

/** The length of the buckets of a series. Weeks begin on Monday. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

const DEFAULT_DAYS = 30;
/** Maximum days of a range by interval, which bounds the rows that a query reads. */
export const MAX_DAYS: Readonly<Record<Interval, number>> = { hour: 31, day: 400, week: 3_660, month: 3_660 };

/** The requested range; all fields have defaults. A day (`2026-11-21`) is in the time zone. */
export interface RangeInput {
  /** A time, or a day from its beginning. */
  from?: Date | string | undefined;
  /** A time, exclusive, or a day to its end. */
  to?: Date | string | undefined;
  /** Instead of both: the number of days up to the end of today. */
  days?: number | undefined;
  interval: Interval;
}

/** Whole hours or days, the resolution of the counters. */
export interface VisitRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  interval: Interval;
  zone: Zone;
}

const hourStart = (zone: Zone, { day, hour }: LocalHour): number =>
  zone.startOf(day).getTime() + hour * HOUR_MS;

/** The start of the hour or day that contains a time. */
const floor = (zone: Zone, time: Date, interval: Interval): number =>
  interval === "hour" ? hourStart(zone, zone.hourOf(time)) : zone.startOf(zone.dayOf(time)).getTime();

/** The end of the hour or day that contains a time, or the time itself if it is a start. */
function ceiling(zone: Zone, time: Date, interval: Interval): number {
  const start = floor(zone, time, interval);
  return start === time.getTime() ? start : after(zone, start, interval);
}

/** The end of the hour or day that starts at `start`. The last hour of a day can be shorter than others. */
function after(zone: Zone, start: number, interval: Interval): number {
  const nextDay = zone.startOf(dayAfter(zone.dayOf(new Date(start)))).getTime();
  return interval === "hour" ? Math.min(start + HOUR_MS, nextDay) : nextDay;
}

const timeOf = (bound: Date | string | undefined, zone: Zone, which: "from" | "to"): Date | undefined =>
  typeof bound === "string" ? zone.startOf(which === "from" ? bound : dayAfter(bound)) : bound;

/**
 * The range of a report: by default the last 30 days, widened to whole hours (interval `hour`) or days. Throws
 * `validation_failed` for a range that ends before it begins, is too long, or needs hours that are no longer stored.
 */
export function rangeOf(input: RangeInput, zone: Zone, now: Date): VisitRange {
  const { interval, days = DEFAULT_DAYS } = input;
  const [from, to] = [timeOf(input.from, zone, "from"), timeOf(input.to, zone, "to")];
  const begun = floor(zone, now, interval);
  const end = to
    ? ceiling(zone, to, interval)
    : after(zone, begun, input.days === undefined ? interval : "day");
  const start = from ? floor(zone, from, interval) : daysBefore(zone, new Date(end), days);
  const problems: FieldProblem[] = [];
  if (start >= end || (from && to && from >= to)) {
    problems.push(
      to ? { field: "to", message: "must be after from" } : { field: "from", message: "must be in the past" },
    );
  }
  const most = MAX_DAYS[interval];
  // The extra hour allows for a day of 25 hours.
  if (end - start > most * DAY_MS + HOUR_MS) {
    const message = `must be at most ${most} days after from if interval is ${interval}`;
    problems.push({ field: "to", message });
  }
  if (interval === "hour" && start < firstKeptHour(zone, now).getTime()) {
    const message = `must be within the last ${HOURS_KEPT_DAYS} days if interval is hour`;
    problems.push({ field: "from", message });
  }
  if (problems.length > 0) throw validationFailed(problems);
  return { from: new Date(start), to: new Date(end), interval, zone };
}

/** The same time of day `days` earlier. */
function daysBefore(zone: Zone, time: Date, days: number): number {
  const day = zone.dayOf(time);
  return zone.startOf(dayAfter(day, -days)).getTime() + (time.getTime() - zone.startOf(day).getTime());
}

/** The first hour for which hourly visits are stored. */
export const firstKeptHour = (zone: Zone, now: Date): Date =>
  new Date(floor(zone, new Date(now.getTime() - HOURS_KEPT_DAYS * DAY_MS), "hour"));

/** The days of a range, in order. */
export function daysOf({ from, to, zone }: VisitRange): string[] {
  const days: string[] = [];
  const last = lastDayUntil(to, zone);
  for (let day = zone.dayOf(from); day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** Whether a range consists of whole days. */
export const isWholeDays = ({ from, to, zone }: VisitRange): boolean =>
  [from, to].every((time) => zone.startOf(zone.dayOf(time)).getTime() === time.getTime());

/** The start of each bucket of a range, in order; a week or month may start before the range. */
export function bucketStarts(range: VisitRange): Date[] {
  const { from, to, interval, zone } = range;
  if (interval === "hour") {
    const starts: Date[] = [];
    for (let at = from.getTime(); at < to.getTime(); at = after(zone, at, "hour")) starts.push(new Date(at));
    return starts;
  }
  return [...new Set(daysOf(range).map((day) => bucketDay(day, interval)))].map((day) => zone.startOf(day));
}

/** The first day of the bucket that contains a day. */
function bucketDay(day: string, interval: Interval): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  return interval === "week" ? dayAfter(day, -((weekdayOf(day) + 6) % 7)) : day;
}

/** The start of the bucket that contains an hour of a day, or the day. */
export const bucketStart = (
  { day, hour }: { day: string; hour: number | null },
  { interval, zone }: VisitRange,
): Date =>
  interval === "hour" && hour !== null
    ? new Date(hourStart(zone, { day, hour }))
    : zone.startOf(bucketDay(day, interval));

/** The day of the week, from Sunday as 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Visits of an hour, day, week or month; `start` is ISO 8601 with the offset of the time zone. */
export interface VisitBucket extends ReportNumbers {
  start: string;
}

/** Visits of the bucket that begins at `start`, in milliseconds since 1970. */
interface BucketRow extends ReportNumbers {
  start: number;
}

/**
 * Every bucket of a range in order, including zeros. The first and last bucket count only visits in the range. `none`: the
 * visitors of a bucket without visits.
 */
export function bucketsOf(range: VisitRange, rows: readonly BucketRow[], none: 0 | null): VisitBucket[] {
  const found = new Map<number, ReportNumbers>();
  const empty = { ...zeroVisits(), visitors: none };
  for (const row of rows) {
    const sum = found.get(row.start) ?? empty;
    found.set(row.start, { ...plus(sum, row), visitors: plusVisitors(sum.visitors, row.visitors) });
  }
  return bucketStarts(range).map((start) => ({
    start: range.zone.textOf(start),
    ...(found.get(start.getTime()) ?? empty),
  }));
}

/** A period as people choose it: the last days including today, or from one day to another, both inclusive. */
export type Period = { days: number } | { from: string; to: string };

/** The range of a period. The days are ISO 8601 and must exist. */
export const rangeInputOf = (period: Period, interval: Interval): RangeInput => ({ ...period, interval });

export const beginningOf = (period: Period, zone: Zone, now: Date): Date =>
  zone.startOf("days" in period ? dayAfter(zone.dayOf(now), 1 - period.days) : period.from);

export const lengthOf = (period: Period): number =>
  "days" in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;

/** The interval with a readable number of bars in a plot. */
export function intervalFor(period: Period): Interval {
  const days = lengthOf(period);
  if (days <= 2) return "hour";
  if (days <= 31) return "day";
  return days <= 186 ? "week" : "month";
}
