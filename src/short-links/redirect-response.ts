import { CORRELATION_ID, sentCorrelationId } from "../platform/correlation-id.ts";

/** Headers of redirects and previews. Error responses need no robots or referrer header: they are not indexed. */
export const REDIRECT_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Robots-Tag": "noindex",
} as const;

/** A URL, and the response that redirects to it. Whoever adds a header to the response has to copy it first. */
export interface PreparedRedirect {
  readonly location: string;
  readonly response: Response;
}

/**
 * The redirect to `location`. It is made once and answers every visit while the link is remembered: making a response
 * takes as long as all else of a redirect from memory. A response without a body has nothing that could be used up, so
 * it can be sent any number of times (https://fetch.spec.whatwg.org/#body-unusable).
 */
export function redirectTo(location: string): PreparedRedirect {
  const headers = { ...REDIRECT_HEADERS, Location: location, "Cache-Control": "private, no-store" };
  return { location, response: new Response(null, { status: 302, headers }) };
}

/** The redirect response. It carries a correlation id only where the request sent one. */
export function answerWith({ response }: PreparedRedirect, request: Request): Response {
  const sent = sentCorrelationId(request);
  if (sent === null) return response;
  const own = new Response(null, response);
  own.headers.set(CORRELATION_ID, sent);
  return own;
}
