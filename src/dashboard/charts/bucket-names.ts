import type { Zone } from "../../core/zone.ts";
import type { Interval } from "../../visits/visit-range.ts";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });

const DAY = format({ day: "numeric", month: "short", year: "numeric" });
const SHORT_DAY = format({ day: "numeric", month: "short" });
const MONTH = format({ month: "long", year: "numeric" });
const SHORT_MONTH = format({ month: "short", year: "2-digit" });
const HOUR = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const WEEKDAY = format({ weekday: "short" });
const DATE = format({ day: "numeric" });

/** What clocks showed at a time that is written with its offset, as if it were UTC. */
export const onClocks = (text: string): Date => new Date(`${text.slice(0, "2026-11-21T04:00:00".length)}Z`);

/** The name of the bucket that begins at `start`, for a table. */
export function bucketName(start: string, interval: Interval): string {
  const time = onClocks(start);
  if (interval === "month") return MONTH.format(time);
  if (interval === "week") return `Week of ${DAY.format(time)}`;
  return interval === "hour" ? `${DAY.format(time)}, ${HOUR.format(time)}` : DAY.format(time);
}

/** The same for an axis, where there is little room. The first hour of a day has the name of the day. */
export function shortBucketName(start: string, interval: Interval): string {
  const time = onClocks(start);
  if (interval === "month") return SHORT_MONTH.format(time);
  const clock = HOUR.format(time);
  return interval === "hour" && clock !== "00:00" ? clock : SHORT_DAY.format(time);
}

/** The name of a day in two lines: "Mon", and "16", which has its month where `withMonth` says so. */
export function dayNameLines(start: string, withMonth: boolean): [weekday: string, date: string] {
  const time = onClocks(start);
  return [WEEKDAY.format(time), (withMonth ? SHORT_DAY : DATE).format(time)];
}

/** A time zone as people say it: "New York time". */
export const zoneWords = ({ name }: Pick<Zone, "name">): string =>
  name === "UTC" ? name : `${(name.split("/").at(-1) ?? name).replaceAll("_", " ")} time`;

/** The days of a zone from one time up to another: "1 Oct to 30 Oct 2026". */
export function rangeName({ from, to }: { from: Date; to: Date }, zone: Zone): string {
  const [first, end] = [from, new Date(to.getTime() - 1)].map((time) =>
    DAY.format(onClocks(zone.textOf(time))),
  );
  return first === end ? `${first}` : `${first} to ${end}`;
}
