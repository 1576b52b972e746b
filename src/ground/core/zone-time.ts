import type { Zone } from "./zone.ts";

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
