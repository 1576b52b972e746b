import { CORRELATION_ID, sentCorrelationId } from "../platform/correlation-id.ts";

/** Of answers that lead on. Nothing is indexed, and nothing referred to, from an answer above 400. */
export const LEADING_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Robots-Tag": "noindex",
} as const;

/** What a `Response` that leads to one URL is made from. */
export type Leading = Readonly<{ status: 302; headers: Headers }>;

/**
 * What leads to `location`, made once for as long as the link is remembered: a response copies ready `Headers` in a
 * tenth of the time that it takes to make them from an object.
 */
export const leadingTo = (location: string): Leading => ({
  status: 302,
  headers: new Headers({ ...LEADING_HEADERS, Location: location, "Cache-Control": "private, no-store" }),
});

/** The answer that leads on; it carries a correlation id only where the request sent one. */
export function leadingResponse(leading: Leading, request: Request): Response {
  const response = new Response(null, leading);
  const sent = sentCorrelationId(request);
  if (sent !== null) response.headers.set(CORRELATION_ID, sent);
  return response;
}
