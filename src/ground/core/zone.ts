import { DAY_MS, dayOf, HOUR_MS } from "./days.ts";

/** Since 1972, the offsets of all zones are multiples of this. */
const STEP_MS = 15 * 60 * 1_000;

/** An hour of a day: the number of hours since the day began, from 0 to 24. */
export interface LocalHour {
  /** As in `2026-11-21`. */
  day: string;
  hour: number;
}

/** Days and hours in a time zone. A day has 23 to 25 hours. */
export interface Zone {
  /** IANA name. */
  name: string;
  dayOf(time: Date): string;
  /** When a day begins; if its midnight is skipped, at the first moment after it. */
  startOf(day: string): Date;
  hourOf(time: Date): LocalHour;
  /** ISO 8601, with the offset of the zone at that time. */
  textOf(time: Date): string;
}

export const dayAfter = (day: string, days = 1): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/** The last day of a period that ends at `end`. */
export const lastDayUntil = (end: Date, zone: Zone): string => zone.dayOf(new Date(end.getTime() - 1));

/** Whether a time zone of this name exists. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]*$/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

const zones = new Map<string, Zone>();
/** More than the number of time zones. */
const MAX_ZONES = 1_000;
/** How many beginnings of days a zone caches. */
const MAX_DAYS = 5_000;

/** The time zone of a valid name. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = name === "UTC" ? UTC : namedZone(name);
  zones.set(name, zone);
  return zone;
}

const utcStart = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** UTC, which needs no tables. */
export const UTC: Zone = {
  name: "UTC",
  dayOf,
  startOf: utcStart,
  hourOf: (time) => ({ day: dayOf(time), hour: time.getUTCHours() }),
  textOf: (time) => time.toISOString(),
};

function namedZone(name: string): Zone {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  /** The time on the clocks of the zone, as if it were UTC. */
  const wallTime = (time: Date): Date => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  };
  const starts = new Map<string, Date>();
  /** The first step whose day is `day` or later, by binary search over two days. */
  const find = (day: string): Date => {
    let [before, from] = [utcStart(day).getTime() - DAY_MS, utcStart(day).getTime() + DAY_MS];
    while (from - before > STEP_MS) {
      const middle = before + Math.floor((from - before) / STEP_MS / 2) * STEP_MS;
      if (dayOf(wallTime(new Date(middle))) < day) before = middle;
      else from = middle;
    }
    return new Date(from);
  };
  const startOf = (day: string): Date => {
    let start = starts.get(day);
    if (!start) {
      if (starts.size >= MAX_DAYS) starts.clear();
      start = find(day);
      starts.set(day, start);
    }
    return start;
  };
  const dayOfTime = (time: Date): string => {
    // Zones are between 12 hours behind UTC and 14 ahead, so it is the day in UTC, the day before or the day after.
    let day = dayOf(new Date(time.getTime() - 12 * HOUR_MS));
    while (startOf(dayAfter(day)) <= time) day = dayAfter(day);
    return day;
  };
  return {
    name,
    dayOf: dayOfTime,
    startOf,
    hourOf(time) {
      const day = dayOfTime(time);
      return { day, hour: Math.floor((time.getTime() - startOf(day).getTime()) / HOUR_MS) };
    },
    textOf(time) {
      const wall = wallTime(time);
      const minutes = Math.round((wall.getTime() - Math.floor(time.getTime() / 1_000) * 1_000) / 60_000);
      const [sign, size] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
      const two = (number: number) => String(number).padStart(2, "0");
      const milliseconds = time.toISOString().slice(19, 23);
      return `${wall.toISOString().slice(0, 19)}${milliseconds}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    },
  };
}

/** A date and a time from a browser's input, without a zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)$/;

/** The local time of a timestamp with an offset, as a UTC date. */
export const onClocks = (text: string): Date => new Date(`${text.slice(0, "2026-11-21T04:00:00".length)}Z`);

/** The time on the clocks of a zone, as browser inputs need it: `2026-12-01T09:00`, with seconds only if they are not zero. */
export function localText(time: Date, zone: Zone): string {
  const [minute, seconds] = [zone.textOf(time).slice(0, 16), zone.textOf(time).slice(16, 23)];
  if (/^:00(?:\.000)?$/.test(seconds)) return minute;
  return minute + seconds.replace(/\.000$/, "");
}

/**
 * The time at which clocks of a zone show `text`; null for an invalid date or time. If it occurs twice, when clocks go
 * back, the first counts; if it is skipped, when clocks go forward, the offset from before applies.
 */
export function timeOfLocal(text: string, zone: Zone): Date | null {
  const [, day = "", time = ""] = LOCAL.exec(text.trim()) ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) return null;
  // Offsets change at most once within a day.
  const offsets = [-1, 1].map((days) => offsetOf(new Date(wall + days * 86_400_000), zone));
  const times = offsets.map((offset) => new Date(wall - offset));
  const fitting = times.filter((each) => each.getTime() + offsetOf(each, zone) === wall);
  const [first = null] = fitting.length > 0 ? fitting.sort((a, b) => a.getTime() - b.getTime()) : times;
  return first;
}

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds. */
function offsetOf(time: Date, zone: Zone): number {
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)$/.exec(zone.textOf(time)) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -size : size;
}
