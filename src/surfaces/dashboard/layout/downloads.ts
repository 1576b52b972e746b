import { contentDisposition } from "../../../ground/platform/response-headers.ts";

/** A file to download. */
export const download = (
  body: string | ReadableStream | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response =>
  new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": contentDisposition("attachment", name) },
  });

/** A CSV file. It begins with a byte order mark, without which some spreadsheets don't read UTF-8. */
export const csvDownload = (text: string, name: string): Response =>
  download(`\uFEFF${text}`, "text/csv; charset=utf-8", name);
