/** How long the service waits for the services it depends on, in milliseconds. A binding that hangs counts as down. */
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
  /** The keys that verify a sign-in, including the body. */
  accessKeys: 3_000,
  /** The runtime's identity of the signed-in person, before the signed token is verified. */
  accessIdentity: 2_000,
  /** A look-up of a domain's TXT record, including the body. */
  dnsResolver: 3_000,
  /** A call of the delivery app's API, including the body. */
  deliveryApp: 5_000,
  /** A check of a destination of a link, with all of its redirects. */
  destination: 10_000,
  /** One attempt to deliver an event, including what is read of the body. */
  webhook: 20_000,
  /** One attempt to send a mail. */
  mail: 20_000,
  /** A call of a retailer's product API, including the body. */
  catalogCall: 5_000,
  /** The picture of a product, including the body. */
  productPicture: 5_000,
  /** How long a form waits for names and pictures of products. */
  formDetails: 800,
  /** How long the creation of a link waits for its products' availability. */
  creationAdvice: 800,
  /** How long this look-up may continue after that; the runtime ends work 30 s after the response. */
  creationLookUp: 20_000,
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
