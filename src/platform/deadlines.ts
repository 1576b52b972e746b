/**
 * How long the service waits for what it stands on, in milliseconds. A binding that hangs is as good as one that is
 * down, and a request must end either way.
 */
export const DEADLINES = {
  /** One D1 call or batch. */
  d1: 5_000,
  /** The D1 call of the readiness probe. */
  readiness: 2_000,
  /** The nearest D1 instance where it was the primary of late, before a session is asked after all. */
  nearestD1: 500,
  /** D1 and a late KV for a redirect; less where memory can stand in. */
  redirect: 2_000,
  redirectWithMemory: 1_000,
  /** KV for a redirect, before D1 is asked as well. */
  redirectKv: 50,
  /** KV for a replay, before D1 is asked. */
  replayKv: 250,
  kvPut: 5_000,
  r2Put: 2_000,
  /** R2 for an image, before it is drawn anew. */
  r2Get: 1_000,
  /** Cloudflare's cache, before storage is asked. */
  edgeCache: 250,
  /** A rate limiter, before the request is let through. */
  rateLimiter: 500,
  /** Work after an answer may take 30 s, so that a send to the queue can be tried again. */
  queueSend: 5_000,
  /** One call of the delivery app's API, the body included. */
  deliveryApp: 5_000,
  /** One call of a retailer's product API, the body included. */
  catalogCall: 5_000,
  /** How long the creation of a link waits for its products' availability. */
  creationAdvice: 800,
  /** For how long a creation's look-up may go on after that; the runtime ends work 30 s after the answer. */
  creationLookUp: 20_000,
} as const;

/** `call`'s result, or a rejection once `limit` milliseconds have passed without one. */
export async function within<T>(limit: number, call: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Comes back after `milliseconds`. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
