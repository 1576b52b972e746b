import { weekdayOf } from "../../features/visits/visit-range.ts";
import { dayAfter, type Zone } from "../../ground/core/zone.ts";
import { timeOfLocal } from "../../ground/core/zone-time.ts";

export const CADENCES = ["weekly", "monthly"] as const;
/** How often a report is sent: on Mondays, or on the first of the month. */
export type Cadence = (typeof CADENCES)[number];

/** That a shared report is sent by mail. */
export interface Schedule {
  reportId: string;
  organizationId: string;
  cadence: Cadence;
  /** The ids of recipients of mail. */
  recipients: readonly string[];
  /** How many of them get mail. */
  reached: number;
  /** When it is sent next, ISO 8601 in UTC. */
  nextAt: string;
  /** When a mail with it was last sent; null if none was. */
  lastSentAt: string | null;
}

/** Whole days, the last one included. */
export interface Days {
  from: string;
  to: string;
}

const SENT_AT = "08:00";
const MONDAY = 1;

const isSendingDay = (day: string, cadence: Cadence): boolean =>
  cadence === "weekly" ? weekdayOf(day) === MONDAY : day.endsWith("-01");

/** The first time after `now` at which a report is sent. */
export function nextTime(cadence: Cadence, zone: Zone, now: Date): Date {
  for (let day = zone.dayOf(now); ; day = dayAfter(day)) {
    const time = isSendingDay(day, cadence) ? timeOfLocal(`${day}T${SENT_AT}`, zone) : null;
    if (time && time > now) return time;
  }
}

/** The last whole week or month before `now`. */
export function lastPeriod(cadence: Cadence, zone: Zone, now: Date): Days {
  let end = zone.dayOf(now);
  while (!isSendingDay(end, cadence)) end = dayAfter(end, -1);
  const to = dayAfter(end, -1);
  return { from: cadence === "weekly" ? dayAfter(end, -7) : `${to.slice(0, 7)}-01`, to };
}

/** The cause of a mail with a report. `once` distinguishes one that somebody sends besides the schedule. */
export const causeOf = (reportId: string, { from, to }: Days, once = ""): string =>
  `${reportId} ${from} ${to} ${once}`.trim();

/** The report and the days in the cause of a mail; null for another text. */
export function reportOfCause(cause: string): { reportId: string; days: Days } | null {
  const [reportId, from, to] = cause.split(" ");
  return reportId?.startsWith("rep_") && from && to ? { reportId, days: { from, to } } : null;
}
