import type { HtmlEscapedString } from "hono/utils/html";

/** What a component makes. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Only our own files and pictures; no script or style in the page itself. */
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

/** For what a page of ours shows in a frame of its own. */
export const FRAMED = {
  "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
};

/** The answer with a page of the dashboard. It shows what one person may see, so nothing keeps it. */
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

/** Leads from a form that was sent to the page that shows its result, which a reload may ask for again. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });

/** An answer for a script of ours. What it has is for one person, so nothing keeps it. */
export const jsonResponse = (value: object): Response =>
  Response.json(value, { headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } });
