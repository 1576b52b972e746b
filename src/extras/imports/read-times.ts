import { dayAfter, timeOfLocal, type Zone } from "../../ground/core/zone.ts";
import { type DayOrder, dayOrderIn, readDate } from "../files/read-dates.ts";
import type { Cells } from "./import.ts";

/** The columns with times. */
export const TIME_COLUMNS = ["activeFrom", "activeUntil"] as const;

/** What comes first in the dates of these rows. */
export const dayOrderOf = (rows: readonly { cells: Cells }[]): DayOrder =>
  dayOrderIn(rows.flatMap(({ cells }) => TIME_COLUMNS.flatMap((name) => cells[name] ?? [])));

/**
 * Cells with times in place of days and local times of the organization's zone: a link starts when its first day begins, and
 * ends when its last day is over. Other text stays, and dates that can mean two days.
 */
export function withTimes(cells: Cells, zone: Zone, order: DayOrder = null): Cells {
  const times = TIME_COLUMNS.flatMap((name): [string, string][] => {
    const text = cells[name]?.trim();
    const found = text ? timeIn(text, name === "activeUntil", zone, order) : null;
    return found ? [[name, found.toISOString()]] : [];
  });
  return times.length === 0 ? cells : { ...cells, ...Object.fromEntries(times) };
}

function timeIn(text: string, isEnd: boolean, zone: Zone, order: DayOrder): Date | null {
  const { days, time } = readDate(text, order);
  const [day] = days;
  if (day === undefined || days.length > 1) return timeOfLocal(text, zone);
  return time === null ? zone.startOf(isEnd ? dayAfter(day) : day) : timeOfLocal(`${day} ${time}`, zone);
}
