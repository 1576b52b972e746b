import { DAY_MS, HOUR_MS } from "../core/days.ts";
import { type FieldProblem, validationFailed } from "../core/errors.ts";
import { dayAfter, type LocalHour, lastDayUntil, type Zone } from "../core/zone.ts";
import { nothing, plus, type VisitNumbers } from "./statistics.ts";

/** How long visits are kept by the hour, in days. By the day they are kept without limit. */
export const HOURS_KEPT_DAYS = 90;

/** The length of the buckets of a series. Weeks begin on Monday. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

const DEFAULT_DAYS = 30;
/** How many days a range may have, by its interval: this bounds the rows that a query reads. */
export const MAX_DAYS: Readonly<Record<Interval, number>> = { hour: 31, day: 400, week: 3_660, month: 3_660 };

/** The range that is asked for. What is absent has a default. A day (`2026-11-21`) is one of the zone. */
export interface RangeInput {
  /** A time, or a day from its beginning. */
  from?: Date | string | undefined;
  /** A time, exclusive, or a day to its end. */
  to?: Date | string | undefined;
  /** In place of both: so many days up to the end of today. */
  days?: number | undefined;
  interval: Interval;
}

/** Whole hours or days, as visits are known by these. */
export interface VisitRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  interval: Interval;
  zone: Zone;
}

const hourStart = (zone: Zone, { day, hour }: LocalHour): number =>
  zone.startOf(day).getTime() + hour * HOUR_MS;

/** When the hour or day begins that a time is in. */
const floor = (zone: Zone, time: Date, interval: Interval): number =>
  interval === "hour" ? hourStart(zone, zone.hourOf(time)) : zone.startOf(zone.dayOf(time)).getTime();

/** When the hour or day ends that a time is in, or the time itself where it is the beginning of one. */
function ceiling(zone: Zone, time: Date, interval: Interval): number {
  const start = floor(zone, time, interval);
  return start === time.getTime() ? start : after(zone, start, interval);
}

/** When the hour or day after the one ends that begins at `start`. The last hour of a day can be shorter than others. */
function after(zone: Zone, start: number, interval: Interval): number {
  const nextDay = zone.startOf(dayAfter(zone.dayOf(new Date(start)))).getTime();
  return interval === "hour" ? Math.min(start + HOUR_MS, nextDay) : nextDay;
}

const timeOf = (bound: Date | string | undefined, zone: Zone, which: "from" | "to"): Date | undefined =>
  typeof bound === "string" ? zone.startOf(which === "from" ? bound : dayAfter(bound)) : bound;

/**
 * The range to answer for: the last 30 days unless the caller says otherwise, widened to whole hours (interval
 * `hour`) or days. Throws `validation_failed` for a range that ends before it begins, is too long, or asks for
 * hours that are no longer kept.
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
      to ? { field: "to", message: "must be after from" } : { field: "from", message: "must be past" },
    );
  }
  const most = MAX_DAYS[interval];
  // An hour allows for a day of 25 hours.
  if (end - start > most * DAY_MS + HOUR_MS) {
    const message = `must be at most ${most} days after from where interval is ${interval}`;
    problems.push({ field: "to", message });
  }
  if (interval === "hour" && start < firstKeptHour(zone, now).getTime()) {
    const message = `must be within the last ${HOURS_KEPT_DAYS} days where interval is hour`;
    problems.push({ field: "from", message });
  }
  if (problems.length > 0) throw validationFailed(problems);
  return { from: new Date(start), to: new Date(end), interval, zone };
}

/** The same time of the day that many days before. */
export function daysBefore(zone: Zone, time: Date, days: number): number {
  const day = zone.dayOf(time);
  return zone.startOf(dayAfter(day, -days)).getTime() + (time.getTime() - zone.startOf(day).getTime());
}

/** The first hour of which visits are kept by the hour. */
export const firstKeptHour = (zone: Zone, now: Date): Date =>
  new Date(floor(zone, new Date(now.getTime() - HOURS_KEPT_DAYS * DAY_MS), "hour"));

/** The days of a range, in order. */
export function daysOf({ from, to, zone }: VisitRange): string[] {
  const days: string[] = [];
  const last = lastDayUntil(to, zone);
  for (let day = zone.dayOf(from); day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** Whether a range begins and ends with days. */
export const isWholeDays = ({ from, to, zone }: VisitRange): boolean =>
  [from, to].every((time) => zone.startOf(zone.dayOf(time)).getTime() === time.getTime());

/** When each bucket of a range begins, in order; a week or month may begin before its range. */
export function bucketStarts(range: VisitRange): Date[] {
  const { from, to, interval, zone } = range;
  if (interval === "hour") {
    const starts: Date[] = [];
    for (let at = from.getTime(); at < to.getTime(); at = after(zone, at, "hour")) starts.push(new Date(at));
    return starts;
  }
  return [...new Set(daysOf(range).map((day) => bucketDay(day, interval)))].map((day) => zone.startOf(day));
}

/** The first day of the bucket that a day is part of. */
function bucketDay(day: string, interval: Interval): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  return interval === "week" ? dayAfter(day, -((weekdayOf(day) + 6) % 7)) : day;
}

/** When the bucket begins that an hour of a day, or the day, is part of. */
export const bucketStart = (
  { day, hour }: { day: string; hour: number | null },
  { interval, zone }: VisitRange,
): Date =>
  interval === "hour" && hour !== null
    ? new Date(hourStart(zone, { day, hour }))
    : zone.startOf(bucketDay(day, interval));

/** The day of the week, Sunday being 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Visits of an hour, day, week or month; `start` is ISO 8601 with the offset of the time zone. */
export interface VisitBucket extends VisitNumbers {
  start: string;
}

/** Visits of the bucket that begins at `start`, in milliseconds since 1970. */
export interface BucketRow extends VisitNumbers {
  start: number;
}

/** Every bucket of a range in order, zeros included. Of its first and last bucket, only what is in the range counts. */
export function bucketsOf(range: VisitRange, rows: readonly BucketRow[]): VisitBucket[] {
  const found = new Map<number, VisitNumbers>();
  for (const row of rows) found.set(row.start, plus(found.get(row.start) ?? nothing(), row));
  return bucketStarts(range).map((start) => ({
    start: range.zone.textOf(start),
    ...(found.get(start.getTime()) ?? nothing()),
  }));
}

/** A period as people choose it: the last days, today included, or from one day to another, both included. */
export type Period = { days: number } | { from: string; to: string };

/** The range of a period. The days are ISO 8601 and must exist. */
export const rangeInputOf = (period: Period, interval: Interval): RangeInput => ({ ...period, interval });

/** When a period begins. */
export const beginningOf = (period: Period, zone: Zone, now: Date): Date =>
  zone.startOf("days" in period ? dayAfter(zone.dayOf(now), 1 - period.days) : period.from);

/** How many days a period has. */
export const lengthOf = (period: Period): number =>
  "days" in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;

/** The interval that gives a plot a number of bars that people can read. */
export function intervalFor(period: Period): Interval {
  const days = lengthOf(period);
  if (days <= 2) return "hour";
  if (days <= 31) return "day";
  return days <= 186 ? "week" : "month";
}
