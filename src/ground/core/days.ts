/** An hour in milliseconds. */
export const HOUR_MS = 60 * 60 * 1_000;
/** A day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The day of a time in UTC, as in `2026-11-21`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
