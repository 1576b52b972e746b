import type { MemberActor } from "../access/actor.ts";
import { requireImport } from "./access.ts";
import type { ImportStore } from "./import-store.ts";
import type { CodeRow, ImportRowStore } from "./row-store.ts";
import { zipWriter } from "./zip.ts";

/** Codes that are read and drawn at one time: 5,000 take 20 queries, and no more than these are in memory. */
const AT_ONCE = 250;
const MOST_NAME_LENGTH = 80;

/**
 * The name of a code's file: the row, so that names are unique and none is reserved anywhere, and the name of the link
 * without what a file system may refuse.
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
  return `${String(row).padStart(4, "0")}${safe && ` ${safe}`}.svg`;
}

/**
 * A ZIP archive with the default QR code of every link that the import made, as SVG, written while it is read. Throws
 * `insufficient_scope`, `not_found` and `service_unavailable`.
 */
export async function exportCodes(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, importRows }: { imports: Pick<ImportStore, "find">; importRows: ImportRowStore },
): Promise<ReadableStream<Uint8Array>> {
  await requireImport(actor, importId, { imports });
  const zip = zipWriter();
  let after = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { renderQrSvg } = await import("../qr-codes/svg.ts");
      const codes = await importRows.codes(importId, after, AT_ONCE);
      for (const code of codes) {
        const content = new TextEncoder().encode(renderQrSvg(code.encodedUrl));
        controller.enqueue(zip.file({ name: codeFileName(code), content }));
        after = code.row;
      }
      if (codes.length === AT_ONCE) return;
      controller.enqueue(zip.end());
      controller.close();
    },
  });
}
