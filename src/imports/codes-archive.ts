import type { MemberActor } from "../access/actor.ts";
import { codesArchive } from "../qr-codes/codes-archive.ts";
import type { ImageFormat } from "../qr-codes/image-formats.ts";
import type { LookStores } from "../qr-codes/looks.ts";
import { requireImport } from "./access.ts";
import type { ImportStore } from "./import-store.ts";
import type { ImportRowStore } from "./row-store.ts";

/** Codes that are read and drawn at one time: 5,000 take 20 queries, and no more than these are in memory. */
const AT_ONCE = 250;

/** What is exported: the format of the images, and the column after which they are named. */
export interface ExportCodesInput {
  importId: string;
  format?: ImageFormat;
  column?: string;
}

/**
 * A ZIP archive with the default QR code of every link that the import made, in its saved style, written while it
 * is read. Files are named after the row and a column of the import. Throws `insufficient_scope`, `not_found` and
 * `service_unavailable`.
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
  let after: number | null = 0;
  return codesArchive(
    async () => {
      if (after === null) return null;
      const codes = await importRows.codes(importId, after, AT_ONCE, column);
      after = codes.length === AT_ONCE ? (codes.at(-1)?.row ?? null) : null;
      return codes;
    },
    format,
    looks,
  );
}
