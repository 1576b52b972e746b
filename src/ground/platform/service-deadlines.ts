/** How long the service waits for other services, and people for both, in milliseconds. */
export const SERVICE_DEADLINES = {
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
