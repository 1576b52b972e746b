import { CORRELATION_ID, sentCorrelationId } from "../platform/correlation-id.ts";

/** Headers of redirects and previews. Error responses need no robots or referrer header: they are not indexed. */
export const LEADING_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Robots-Tag": "noindex",
} as const;

/** The parts of a `Response` that redirects to one URL, and the URL. */
export type Leading = Readonly<{ status: 302; headers: Headers; location: string }>;

/**
 * The redirect to `location`. It is made once and kept while the link is remembered, because a response copies existing
 * `Headers` in a tenth of the time that it takes to make them from an object.
 */
export const leadingTo = (location: string): Leading => ({
  status: 302,
  headers: new Headers({ ...LEADING_HEADERS, Location: location, "Cache-Control": "private, no-store" }),
  location,
});

/** The redirect response. It carries a correlation id only where the request sent one. */
export function leadingResponse(leading: Leading, request: Request): Response {
  const response = new Response(null, leading);
  const sent = sentCorrelationId(request);
  if (sent !== null) response.headers.set(CORRELATION_ID, sent);
  return response;
}
