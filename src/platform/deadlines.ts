/**
 * How long the service waits for the services it depends on, in milliseconds. A binding that hangs is treated like one
 * that is down, because a request must end in both cases.
 */
export const DEADLINES = {
  /** One D1 call or batch. */
  d1: 5_000,
  /** The D1 call of the readiness probe. */
  readiness: 2_000,
  /** A read from the D1 primary that was recently the nearest instance, before a session is used instead. */
  nearestD1: 500,
  /** D1, or a KV that is late, for a redirect; less where memory holds the link. */
  redirect: 2_000,
  redirectWithMemory: 1_000,
  /** KV for a redirect, before D1 is asked as well. */
  redirectKv: 50,
  /** KV for the brand of a page for shoppers, before D1 is asked. */
  brandKv: 250,
  /** D1 for the brand of a page for shoppers, before the page is shown without it. */
  brand: 1_000,
  /** KV for the replay of an idempotent request, before D1 is asked. */
  replayKv: 250,
  kvPut: 5_000,
  r2Put: 2_000,
  /** R2 for an image, before it is drawn again. */
  r2Get: 1_000,
  /** One part of an export, in or out of R2. */
  exportPart: 30_000,
  /** Cloudflare's cache, before storage is asked. */
  edgeCache: 250,
  /** A rate limiter, before the request is let through. */
  rateLimiter: 500,
  /** One send to the queue. Work after a response may take 30 s. */
  queueSend: 5_000,
  /** The keys that verify a sign-in, including the body. */
  accessKeys: 3_000,
  /** Who has signed in, as the runtime says it, before the signed token is asked. */
  accessIdentity: 2_000,
  /** A look-up of a domain's TXT record, including the body. */
  dnsResolver: 3_000,
  /** One call of the delivery app's API, including the body. */
  deliveryApp: 5_000,
  /** One call of a retailer's product API, including the body. */
  catalogCall: 5_000,
  /** How long the creation of a link waits for its products' availability. */
  creationAdvice: 800,
  /** How long the creation's look-up may go on after that; the runtime ends work 30 s after the response. */
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

/** Resolves after `milliseconds`. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
