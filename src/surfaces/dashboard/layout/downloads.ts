import { csvText, separatorFor } from "../../../ground/core/csv-text.ts";
import { contentDisposition } from "../../../ground/platform/http-headers.ts";
import type { DashboardContext } from "./context.ts";

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
  table: { columns: readonly Column[]; rows: readonly Partial<Record<Column, string | number>>[] },
  name: string,
): Response {
  const text = csvText(table.columns, table.rows, separatorFor(req.header("Accept-Language")));
  const response = download(`\uFEFF${text}`, "text/csv; charset=utf-8", name);
  response.headers.append("Vary", "Accept-Language");
  return response;
}
