import type { PreparedRedirect } from "./prepared-redirect.ts";

/** When a link redirects, as stored in KV. Times are milliseconds since 1970; at least one time is set. */
export interface ScheduleEntry {
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
  /** Where visits redirect before and after; absent: a page says so. */
  endedUrl?: string | undefined;
}

/** A schedule as an isolate caches it. */
export interface KnownSchedule extends ScheduleEntry {
  /** The redirect to `endedUrl`, built at the first visit that needs it. */
  redirect?: PreparedRedirect;
}

/** Whether a link is before or after its times; undefined while it redirects. */
export const outsideOf = ({ from, until }: ScheduleEntry, now: number): "scheduled" | "ended" | undefined =>
  from !== undefined && now < from ? "scheduled" : until !== undefined && now >= until ? "ended" : undefined;

const isTimeOrAbsent = (value: unknown): boolean => value === undefined || Number.isFinite(value);

/** Whether a value from KV is a valid schedule. */
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
