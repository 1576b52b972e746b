/**
 * How long the service waits for its bindings, in milliseconds. A binding that hangs counts as down. Short links load this file;
 * service-deadlines.ts has what they don't need.
 */
export const DEADLINES = {
  /** One D1 call or batch. */
  d1: 5_000,
  /** The D1 call of the readiness probe. */
  readiness: 2_000,
  /** A read from the D1 primary that was recently the nearest instance, before a session is used instead. */
  nearestD1: 500,
  /** D1, or slow KV, for a redirect; less if memory has the link. */
  redirect: 2_000,
  redirectWithMemory: 1_000,
  /** KV for a redirect, before D1 is queried too. */
  redirectKv: 50,
  /** KV for the brand of a page for shoppers, before D1 is queried. */
  brandKv: 250,
  /** D1 for the brand of a page for shoppers, before the page is shown without it. */
  brand: 1_000,
  /** KV for the replay of an idempotent request, before D1 is queried. */
  replayKv: 250,
  kvPut: 5_000,
  /** KV for what an OAuth token of an assistant stands for. */
  token: 5_000,
  r2Put: 2_000,
  /** R2 for an image, before it is drawn again. */
  r2Get: 1_000,
  /** One part of an export, in or out of R2. */
  exportPart: 30_000,
  /** Cloudflare's cache, before storage is read. */
  edgeCache: 250,
  /** A rate limiter, before the request is allowed. */
  rateLimiter: 500,
  /** A send to the queue. Work after a response may take 30 s. */
  queueSend: 5_000,
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
