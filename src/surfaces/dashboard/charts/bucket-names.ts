import type { Interval } from "../../../features/visits/visit-range.ts";
import { onClocks, type Zone } from "../../../ground/core/zone.ts";
import {
  clockText,
  dateText,
  dayOfMonth,
  dayText,
  monthText,
  shortMonthText,
  weekdayText,
} from "../components/dates.ts";
import { DEFAULT_LOCALE, filled, type Locale, tagOf } from "../layout/locale.tsx";

/** The name of the bucket that starts at `start`, for a table. */
export function bucketName(start: string, interval: Interval, locale: Locale = DEFAULT_LOCALE): string {
  const time = onClocks(start);
  if (interval === "month") return monthText(time, locale);
  const date = dateText(time, locale);
  if (interval === "week") return filled(locale.words.weekOf, { date });
  return interval === "hour" ? `${date}, ${clockText(time, locale)}` : date;
}

/** A short name for an axis. The first hour of a day shows the day. */
export function shortBucketName(start: string, interval: Interval, locale: Locale = DEFAULT_LOCALE): string {
  const time = onClocks(start);
  if (interval === "month") return shortMonthText(time, locale);
  const clock = clockText(time, locale);
  return interval === "hour" && clock !== "00:00" ? clock : dayText(time, locale);
}

/** A day in two lines, "Mon" and "16", with its month if `withMonth`. */
export function dayNameLines(
  start: string,
  withMonth: boolean,
  locale: Locale,
): [weekday: string, date: string] {
  const time = onClocks(start);
  return [weekdayText(time, locale), (withMonth ? dayText : dayOfMonth)(time, locale)];
}

/** A time zone for people: "New York time". */
export function zoneWords({ name }: Pick<Zone, "name">, { language } = DEFAULT_LOCALE): string {
  if (name === "UTC") return name;
  if (language === "en") return `${(name.split("/").at(-1) ?? name).replaceAll("_", " ")} time`;
  const format = new Intl.DateTimeFormat(tagOf(language), { timeZone: name, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? name;
}

/** The days of a zone from one time up to another: "1 Oct to 30 Oct 2026". */
export function rangeName(
  { from, to }: { from: Date; to: Date },
  zone: Zone,
  locale: Locale = DEFAULT_LOCALE,
): string {
  const dayIn = (time: Date) => dateText(onClocks(zone.textOf(time)), locale);
  const [first, end] = [dayIn(from), dayIn(new Date(to.getTime() - 1))];
  return first === end ? first : `${first} ${locale.language === "en" ? "to" : "–"} ${end}`;
}

/** Days in little room: "1–31 Oct", "26 Oct – 24 Nov". The year is left out if it is that of `today`. */
export function shortRange(first: string, last: string, today: string): string {
  const years = new Set([first, last, today].map((day) => day.slice(0, 4)));
  const format = years.size === 1 ? dayText : dateText;
  const [start, end] = [onClocks(`${first}T00:00:00`), onClocks(`${last}T00:00:00`)];
  if (first === last) return format(end);
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOfMonth(start)}–${format(end)}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${(isOneYear ? dayText : dateText)(start)} – ${format(end)}`;
}

/** The names that fit below a chart on a phone. */
const MAX_NAMES = 6;

/** Up to this many days, every day has a name in two lines. */
const MAX_DAYS = 8;

/** The distances between named buckets. They divide days, weeks and years evenly. */
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
 * The buckets with a name below the chart, at even distances that end with the last bucket. Hours are aligned with the clock.
 */
export function namedBuckets(starts: readonly string[], interval: Interval): number[] {
  const { length } = starts;
  const indexes = Array.from({ length }, (_, index) => index);
  if (areAllNamed(length, interval)) return indexes;
  const steps = STEPS[interval];
  const step = steps.find((each) => length / each <= MAX_NAMES) ?? Math.ceil(length / MAX_NAMES);
  const isNamed =
    interval === "hour"
      ? (index: number) => (onClocks(starts[index] ?? "").getTime() / 3_600_000) % step === 0
      : (index: number) => (length - 1 - index) % step === 0;
  return indexes.filter(isNamed);
}
