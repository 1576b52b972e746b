import { fileName } from "./file-name.ts";
import type { ImageFormat } from "./image-formats.ts";
import { type LookedAt, type LookStores, looksOf } from "./looks.ts";
import { zipWriter } from "./zip.ts";

/** A code in an archive. */
export interface ArchivedCode extends LookedAt {
  /** Its place among the others, which keeps the names of files apart. */
  row: number;
  /** What its file is named after; may be empty. */
  name: string;
}

/** The name of a code in an archive; the row keeps the names apart, and none is reserved anywhere. */
const entryName = ({ row, name }: ArchivedCode, format: ImageFormat, size: number | undefined): string =>
  `${String(row).padStart(4, "0")} ${fileName(name, format, size)}`;

/**
 * A ZIP archive of codes, each in its saved style, written while it is read. `next` gives the codes to write after those
 * that it gave before, and null when there are none left.
 */
export function codesArchive(
  next: () => Promise<readonly ArchivedCode[] | null>,
  format: ImageFormat,
  stores: LookStores,
): ReadableStream<Uint8Array> {
  const lookOf = looksOf(format, stores);
  const zip = zipWriter();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { draw } = await import("./draw.ts");
      let codes = await next();
      // A stream whose source gave nothing is not asked again.
      while (codes?.length === 0) codes = await next();
      for (const code of codes ?? []) {
        const { options, logo } = await lookOf(code);
        const drawn = await draw(code.encodedUrl, format, options, logo);
        const content = typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
        controller.enqueue(zip.file({ name: entryName(code, format, options.size), content }));
      }
      if (codes !== null) return;
      controller.enqueue(zip.end());
      controller.close();
    },
  });
}
