import type { MemberActor } from "../access/actor.ts";
import type { ImageFormat } from "../qr-codes/image-formats.ts";
import { type LookStores, looksOf } from "../qr-codes/looks.ts";
import { requireImport } from "./access.ts";
import type { ImportStore } from "./import-store.ts";
import type { CodeRow, ImportRowStore } from "./row-store.ts";
import { zipWriter } from "./zip.ts";

/** Codes that are read and drawn at one time: 5,000 take 20 queries, and no more than these are in memory. */
const AT_ONCE = 250;
const MOST_NAME_LENGTH = 80;

/**
 * The name of a code's file: the row, so that names are unique and none is reserved anywhere, and the name of the link
 * without what a file system may refuse; without its ending.
 */
function codeFileName({ row, name }: Pick<CodeRow, "row" | "name">): string {
  const safe = Array.from(
    name
      .normalize("NFC")
      .replace(/[\p{C}\p{Z}<>:"/\\|?*]+/gu, " ")
      .trim(),
  )
    .slice(0, MOST_NAME_LENGTH)
    .join("")
    .replace(/[. ]+$/, "");
  return `${String(row).padStart(4, "0")}${safe && ` ${safe}`}`;
}

/** What is exported: the format of the images, and the column after which they are named. */
export interface ExportCodesInput {
  importId: string;
  format?: ImageFormat;
  column?: string;
}

/**
 * A ZIP archive with the default QR code of every link that the import made, in its saved style, written while it
 * is read. Files are named after the row and a column of the import. Throws
 * `insufficient_scope`, `not_found` and `service_unavailable`.
 */
export async function exportCodes(
  actor: MemberActor,
  { importId, format = "svg", column = "name" }: ExportCodesInput,
  {
    imports,
    importRows,
    ...looks
  }: { imports: Pick<ImportStore, "find">; importRows: ImportRowStore } & LookStores,
): Promise<ReadableStream<Uint8Array>> {
  await requireImport(actor, importId, { imports });
  const lookOf = looksOf(format, looks);
  const zip = zipWriter();
  let after = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { draw } = await import("../qr-codes/draw.ts");
      const codes = await importRows.codes(importId, after, AT_ONCE, column);
      for (const code of codes) {
        const { options, logo } = await lookOf(code);
        const drawn = await draw(code.encodedUrl, format, options, logo);
        const content = typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
        controller.enqueue(zip.file({ name: `${codeFileName(code)}.${format}`, content }));
        after = code.row;
      }
      if (codes.length === AT_ONCE) return;
      controller.enqueue(zip.end());
      controller.close();
    },
  });
}
