import type { OrganizationActor } from "../access/actor.ts";
import type { ChosenQrCode } from "./chosen-store.ts";
import { type CodeOfLinks, getChosenQrCodes } from "./get-qr-codes.ts";
import { fileName, type ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import { type StyledCode, type StyleStores, styleResolver } from "./resolve-style.ts";
import { zipWriter } from "./zip.ts";

interface ArchivedCode extends StyledCode {
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

/** The codes to export, or links with a code each. */
interface ExportChosenInput {
  qrCodeIds: readonly string[];
  linkIds: readonly string[];
  ofLinks?: CodeOfLinks;
  format: ImageFormat;
  /** Whether codes of GTINs have their human-readable line. */
  hri: ImageOptions["hri"];
}

/**
 * A ZIP archive with the chosen codes, each in its saved style, and the codes in it; null if none exists. Throws what
 * `getChosenQrCodes` throws.
 */
export async function exportChosenCodes(
  actor: OrganizationActor,
  { format, hri, ...input }: ExportChosenInput,
  { db, ...styleStores }: { db: D1Database } & StyleStores,
): Promise<{ archive: ReadableStream<Uint8Array>; chosen: readonly ChosenQrCode[] } | null> {
  const { chosen } = await getChosenQrCodes(actor, input, { db });
  if (chosen.length === 0) return null;
  const codes = chosen.map((each, index) => ({
    row: index + 1,
    name: each.qrCode.isDefault ? each.link.name : `${each.link.name}, ${each.qrCode.name}`,
    encodedUrl: each.qrCode.encodedUrl,
    style: each.qrCode.style ?? null,
    project: each.link,
  }));
  let written = false;
  const archive = codesArchive(
    async () => {
      if (written) return null;
      written = true;
      return codes;
    },
    format,
    styleStores,
    hri,
  );
  return { archive, chosen };
}
