import { dayAfter, type Zone } from "../../ground/core/zone.ts";
import { timeOfLocal } from "../../ground/core/zone-time.ts";
import type { Cells } from "./import.ts";

/** A day as people and spreadsheets write it: `2026-12-31`, `31.12.2026`. */
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const DOTTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
/** With slashes, only a number above 12 says which is the day. */
const SLASHED_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

function dayIn(text: string): string | null {
  if (ISO_DAY.test(text)) return text;
  const of = (day = "", month = "", year = "") => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const [, day, month, year] = DOTTED_DAY.exec(text) ?? [];
  if (year !== undefined) return of(day, month, year);
  const [, one, other, inYear] = SLASHED_DAY.exec(text) ?? [];
  if (Number(one) > 12) return of(one, other, inYear);
  return Number(other) > 12 ? of(other, one, inYear) : null;
}

/**
 * Cells with times in place of days and local times of the organization's zone: a link starts when its first day begins, and
 * ends when its last day is over. Other text stays.
 */
export function withTimes(cells: Cells, zone: Zone): Cells {
  const times = (["activeFrom", "activeUntil"] as const).flatMap((name): [string, string][] => {
    const text = cells[name];
    if (text === undefined) return [];
    const day = dayIn(text);
    const isDay = day !== null && timeOfLocal(`${day} 12:00`, zone) !== null;
    const time = isDay ? zone.startOf(name === "activeUntil" ? dayAfter(day) : day) : timeOfLocal(text, zone);
    return time ? [[name, time.toISOString()]] : [];
  });
  return times.length === 0 ? cells : { ...cells, ...Object.fromEntries(times) };
}
