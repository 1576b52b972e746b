/** An hour in milliseconds. */
export const HOUR_MS = 60 * 60 * 1_000;
/** A day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The day of a time in UTC, as in `2026-11-21`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * How long to wait after `failed` failures in a row, in the unit of `first`: `first`, and twice as long after each further
 * failure, up to `most`. With `random` the wait is up to a fifth longer, so that what failed together is not tried again together.
 */
export const backoff = (
  failed: number,
  { first, most }: { first: number; most: number },
  { random = () => 0 }: { random?: () => number } = {},
): number => Math.min(first * 2 ** (failed - 1), most) * (1 + random() / 5);
