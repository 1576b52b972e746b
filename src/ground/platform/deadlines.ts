/**
 * How long a short link waits for bindings, in milliseconds. A binding that hangs counts as down. service-deadlines.ts has all other
 * deadlines, which an isolate does not load for short links.
 */
export const DEADLINES = {
  /** One D1 call or batch. */
  d1: 5_000,
  /** A read from the D1 primary that was recently the nearest instance, before a session is used instead. */
  nearestD1: 500,
  /** D1, or slow KV, for a redirect; less if memory has the link. */
  redirect: 2_000,
  redirectWithMemory: 1_000,
  /** KV for a redirect, before D1 is queried too. */
  redirectKv: 50,
  kvPut: 5_000,
  /** A rate limiter, before the request is allowed. */
  rateLimiter: 500,
} as const;

/** `call`'s result, or a rejection once `limit` milliseconds have passed without one. */
export function within<T>(limit: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${limit} ms`)), limit);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves after `milliseconds`. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
