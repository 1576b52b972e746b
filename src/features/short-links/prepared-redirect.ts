import { CORRELATION_ID, sentCorrelationId } from "../../ground/platform/correlation-id.ts";

/** Headers of redirects and previews. Error responses need no robots or referrer header: they are not indexed. */
export const REDIRECT_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Robots-Tag": "noindex",
} as const;

/** A URL, and the response that redirects to it. Copy the response before adding a header. */
export interface PreparedRedirect {
  readonly location: string;
  readonly response: Response;
}

/**
 * The redirect to `location`. It is built once and serves every visit while the link is cached: building a response takes
 * as long as the rest of a redirect from memory. A response without a body can be sent any number of times
 * (https://fetch.spec.whatwg.org/#body-unusable).
 */
export function redirectTo(location: string): PreparedRedirect {
  const headers = { ...REDIRECT_HEADERS, Location: location, "Cache-Control": "private, no-store" };
  return { location, response: new Response(null, { status: 302, headers }) };
}

/** The redirect response. It has a correlation id only if the request sent it. */
export function sendRedirect({ response }: PreparedRedirect, request: Request): Response {
  const sent = sentCorrelationId(request);
  if (sent === null) return response;
  const own = new Response(null, response);
  own.headers.set(CORRELATION_ID, sent);
  return own;
}

/** Whether a destination is an absolute URL, or a path on our own host, valid in a Location header. */
export const isUrl = (destination: string): boolean =>
  /^[!-~]+$/.test(destination) && (destination.startsWith("/") || URL.canParse(destination));
