/**
 * How long to wait after `failed` failures in a row, in the unit of `first`: `first`, and twice as long after each further
 * failure, up to `most`. With `random` the wait is up to a fifth longer, so that what failed together is not tried again together.
 */
export const backoff = (
  failed: number,
  { first, most }: { first: number; most: number },
  { random = () => 0 }: { random?: () => number } = {},
): number => Math.min(first * 2 ** (failed - 1), most) * (1 + random() / 5);
