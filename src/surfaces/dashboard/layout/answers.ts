import type { HtmlEscapedString } from "hono/utils/html";
import { csvText, separatorFor } from "../../../ground/core/csv-text.ts";
import { contentDisposition } from "../../../ground/platform/http-headers.ts";
import type { DashboardContext } from "./context.ts";

/** The output of a component. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Only our own files and images; no inline script or style. */
export const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
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

/** A file to download. */
export const download = (
  body: string | ReadableStream | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response =>
  new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": contentDisposition("attachment", name) },
  });

/**
 * A CSV file for a person's spreadsheet, with the separator of their language. It
 * begins with a byte order mark, without which some spreadsheets don't read UTF-8. A first line `sep=;` would make Excel
 * ignore that mark.
 */
export function csvDownload<Column extends string>(
  { req }: DashboardContext,
  table: { columns: readonly Column[]; rows: readonly Partial<Record<Column, string | number | null>>[] },
  name: string,
): Response {
  const text = csvText(table.columns, table.rows, separatorFor(req.header("Accept-Language")));
  const response = download(`\uFEFF${text}`, "text/csv; charset=utf-8", name);
  response.headers.append("Vary", "Accept-Language");
  return response;
}
