/** How long the service waits for bindings and other services besides short links, in milliseconds: see deadlines.ts. */
export const SERVICE_DEADLINES = {
  /** The D1 call of the readiness probe. */
  readiness: 2_000,
  /** KV for the brand of a page for shoppers, before D1 is queried. */
  brandKv: 250,
  /** D1 for the brand of a page for shoppers, before the page is shown without it. */
  brand: 1_000,
  /** KV for the replay of an idempotent request, before D1 is queried. */
  replayKv: 250,
  /** KV for what an OAuth token of an assistant stands for. */
  token: 5_000,
  /** OAuth of assistants: a few calls of KV, and the page that describes an assistant, for which its library waits 10 s. */
  oauth: 15_000,
  /** KV for the key of visitors, after the response. */
  visitorKey: 2_000,
  r2Put: 2_000,
  /** R2 for an image, before it is drawn again. */
  r2Get: 1_000,
  /** One part of an export, in or out of R2. */
  exportPart: 30_000,
  /** Old visits in R2, for a report. */
  oldVisits: 5_000,
  /** Cloudflare's cache, before storage is read. */
  edgeCache: 250,
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
