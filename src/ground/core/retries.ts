import { HOUR_MS } from "./days.ts";

const MINUTE = 60_000;

/** The waits after each failed attempt, in milliseconds; after the last one there are no more attempts. */
export const RETRY_WAITS = [
  ...[5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
];

/**
 * When to try again after `failed` failed attempts, at least `pause` milliseconds after `now`; null if that was the last one.
 * The wait is up to a fifth longer, so that what failed together is not tried again together.
 */
export function retryAt(failed: number, now: Date, random: () => number, pause = 0): string | null {
  const wait = RETRY_WAITS[failed - 1];
  if (wait === undefined) return null;
  return new Date(now.getTime() + Math.max(wait * (1 + random() / 5), pause)).toISOString();
}
