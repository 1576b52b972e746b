/**
 * One answered visit of a short link, for the counters. It holds no address; the program's name is forgotten once it
 * is read as a device and a robot or not.
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
  /** Asked for the headers only, as link checkers do. */
  head: boolean;
  /** Asked for ahead of time by a browser. */
  prefetch: boolean;
}

/** Browsers that load a page before anyone went there: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Purpose */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

/**
 * Cloudflare's header, or where a zone has switched that off, its own object: reading that takes as long as all
 * the rest of a redirect from memory. The object is absent where Cloudflare is not in front, as in some tests.
 */
export const countryOf = (request: Request): string | undefined =>
  request.headers.get("CF-IPCountry") ?? (request.cf as IncomingRequestCfProperties | undefined)?.country;

/** Where the shopper is, as far as the delivery app delivers: elsewhere the same digits are another place. */
export function postalCodeOf(request: Request): string | undefined {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  return cf?.country === "US" || cf?.country === "CA" ? cf.postalCode : undefined;
}
