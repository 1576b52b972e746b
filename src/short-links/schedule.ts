import type { PreparedRedirect } from "./redirect-response.ts";

/** When a link leads on, as KV's copy holds it. Times are milliseconds since 1970; at least one is there. */
export interface ScheduleEntry {
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
  /** Where visits lead before and after; absent: to a page that says so. */
  endedUrl?: string | undefined;
}

/** A schedule as an isolate remembers it. */
export interface KnownSchedule extends ScheduleEntry {
  /** The redirect to `endedUrl`, made at the first visit that it answers. */
  redirect?: PreparedRedirect;
}

/** Whether a link is before or after its times; undefined while it leads on. */
export const outsideOf = ({ from, until }: ScheduleEntry, now: number): "scheduled" | "ended" | undefined =>
  from !== undefined && now < from ? "scheduled" : until !== undefined && now >= until ? "ended" : undefined;

const isTimeOrAbsent = (value: unknown): boolean => value === undefined || Number.isFinite(value);

/** Whether a part of KV's text is the schedule of a link and not damaged. */
export function isScheduleEntry(value: unknown): value is ScheduleEntry {
  if (typeof value !== "object" || value === null) return false;
  const { from, until, endedUrl } = value as Partial<Record<keyof ScheduleEntry, unknown>>; // read only
  return (
    isTimeOrAbsent(from) &&
    isTimeOrAbsent(until) &&
    (from !== undefined || until !== undefined) &&
    (endedUrl === undefined || (typeof endedUrl === "string" && endedUrl !== ""))
  );
}
