import type { HtmlEscapedString } from "hono/utils/html";

/** The output of a component. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Only our own files and images; no inline script or style. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers for a page that one of our pages frames. */
export const FRAMED = {
  "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
};

/** A page of the dashboard. It is for one person, so it is never cached. */
export async function pageResponse(
  page: Markup,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return new Response(String(await page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "same-origin",
      "Strict-Transport-Security": "max-age=31536000",
      "X-Robots-Tag": "noindex",
      ...headers,
    },
  });
}

/** Redirects from a sent form to the page with its result, which can be reloaded. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });

/** JSON for one of our scripts. It is for one person, so it is never cached. */
export const jsonResponse = (value: object): Response =>
  Response.json(value, { headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } });
