/**
 * A visit of a short link, for the counters. It has no client IP. The user agent is dropped once the
 * device, the kind of visitor and the visitor's hash are known.
 */
export interface VisitRecord {
  link: { linkId: string; project: { organizationId: string; projectId: string } };
  /** The QR code that was scanned; empty for none. */
  qr: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Two letters or digits, or anything else if unknown. */
  country: string | undefined;
  /** From `userAgentText`. */
  userAgent: string;
  /** A HEAD request, as link checkers send. */
  head: boolean;
  /** Requested by a browser before the shopper opened the link. */
  prefetch: boolean;
  /** The host of the page that linked here; absent if unknown. */
  referrer?: string | undefined;
  /** The lot of a scanned GTIN, encoded as in a URL; absent without one. */
  lot?: string | undefined;
  /** The name of the source of a click, in lower case; absent without one. */
  source?: string | undefined;
  /** The key of an offer that was chosen on the page of the link: a tap, not a visit. */
  tap?: string;
}

/** The headers of requests that no person made, of all browsers and earlier versions. */
const PURPOSES = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/** Whether a browser loads the link before a person opens it: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Purpose */
export const isPrefetch = ({ headers }: Request): boolean =>
  PURPOSES.some((name) => {
    const purpose = headers.get(name);
    return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
  });

/**
 * The host of the page that linked here, without "www."; undefined if the browser does not send it. The rest of the
 * referrer is ignored.
 */
export function referrerOf({ headers }: Request): string | undefined {
  const referrer = headers.get("Referer");
  if (referrer === null) return undefined;
  const url = /^https?:\/\//i.test(referrer) ? URL.parse(referrer) : null;
  return /^(?:www\.)?([a-z0-9.-]{1,100})$/.exec(url?.hostname ?? "")?.[1];
}

/**
 * Cloudflare's header or, if the zone has switched it off, the `cf` object, which takes as long to read as the rest of a
 * redirect from memory. The object is absent without Cloudflare in front, as in some tests.
 */
export const countryOf = (request: Request): string | undefined =>
  request.headers.get("CF-IPCountry") ?? (request.cf as IncomingRequestCfProperties | undefined)?.country;

/** The shopper's postal code in the US and Canada, where the delivery app delivers. */
export function postalCodeOf(request: Request): string | undefined {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  return cf?.country === "US" || cf?.country === "CA" ? cf.postalCode : undefined;
}
