/**
 * One answered visit of a short link, for the counters. It holds no client address. The user agent is dropped once the
 * device and the kind of visitor are known.
 */
export interface AnsweredVisit {
  linkId: string;
  /** The QR code that was scanned; empty for none. */
  qr: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Two letters or digits, or anything else where it is not known. */
  country: string | undefined;
  /** As `userAgentText` gives it. */
  userAgent: string;
  /** A HEAD request, as link checkers send. */
  head: boolean;
  /** Requested by a browser before the shopper opened the link. */
  prefetch: boolean;
  /** The host of the page that led here; absent where it is not known. */
  referrer?: string | undefined;
  /** The key of an offer that was chosen on the page of the link: a tap, which is no visit. */
  tap?: string;
}

/** Whether a browser loads the link before anyone opened it: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Purpose */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

/**
 * The host of the page that led to the link, without "www."; undefined where the browser does not say. Nothing else of the
 * address is looked at.
 */
export function referrerOf({ headers }: Request): string | undefined {
  const referrer = headers.get("Referer");
  if (referrer === null) return undefined;
  return /^https?:\/\/(?:www\.)?([a-z0-9.-]{1,100})(?:[:/?#]|$)/i.exec(referrer)?.[1]?.toLowerCase();
}

/**
 * Cloudflare's header or, where the zone has switched that off, the `cf` object, whose reading takes as long as all the
 * rest of a redirect from memory. The object is absent where Cloudflare is not in front, as in some tests.
 */
export const countryOf = (request: Request): string | undefined =>
  request.headers.get("CF-IPCountry") ?? (request.cf as IncomingRequestCfProperties | undefined)?.country;

/** The shopper's postal code in the US and Canada, where the delivery app delivers; other countries' are not used. */
export function postalCodeOf(request: Request): string | undefined {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  return cf?.country === "US" || cf?.country === "CA" ? cf.postalCode : undefined;
}
