import { fileName, type ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import { type StyledCode, type StyleStores, styleResolver } from "./resolve-style.ts";
import { zipWriter } from "./zip.ts";

export interface ArchivedCode extends StyledCode {
  /** A number that makes the file name unique. */
  row: number;
  /** The text in its file name; may be empty. */
  name: string;
}

/** The file name of a code; the row number makes it unique, and it is valid on all systems. */
const entryName = ({ row, name }: ArchivedCode, format: ImageFormat, size: number | undefined): string =>
  `${String(row).padStart(4, "0")} ${fileName(name, format, size)}`;

/**
 * A streamed ZIP archive of codes, each in its saved style; those of GTINs with their human-readable line, if `hri`. `next`
 * returns the next codes, and null at the end.
 */
export function codesArchive(
  next: () => Promise<readonly ArchivedCode[] | null>,
  format: ImageFormat,
  stores: StyleStores,
  hri: ImageOptions["hri"] = "0",
): ReadableStream<Uint8Array> {
  const resolveStyle = styleResolver(format, stores);
  const zip = zipWriter();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { draw } = await import("./draw.ts");
      let codes = await next();
      // A stream is not pulled again if its source enqueued nothing.
      while (codes?.length === 0) codes = await next();
      for (const code of codes ?? []) {
        const { options, logo } = await resolveStyle(code);
        const drawn = await draw(code.encodedUrl, format, { ...options, hri }, logo);
        const content = typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
        controller.enqueue(zip.file({ name: entryName(code, format, options.size), content }));
      }
      if (codes !== null) return;
      controller.enqueue(zip.end());
      controller.close();
    },
  });
}
