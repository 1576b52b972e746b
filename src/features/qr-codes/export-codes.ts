import type { OrganizationActor } from "../access/actor.ts";
import type { ChosenQrCode } from "./chosen-store.ts";
import { codesArchive } from "./codes-archive.ts";
import { type CodeOfLinks, getChosenQrCodes } from "./get-chosen-qr-codes.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { StyleStores } from "./resolve-style.ts";

/** The codes to export, or links with a code each. */
export interface ExportChosenInput {
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
