import type { OrganizationActor } from "../access/actor.ts";
import { gtinOf } from "../gs1/gtin.ts";
import type { ChosenQrCode } from "./chosen-store.ts";
import { codesArchive } from "./codes-archive.ts";
import { type CodeOfLinks, getChosenQrCodes } from "./get-chosen-qr-codes.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { StyleStores } from "./resolve-style.ts";

/** The names for files of exported codes. */
const NAMES = {
  name: ({ link }) => link.name,
  publicName: ({ link }) => link.publicName ?? link.name,
  shortId: ({ link }) => link.shortId,
  gtin: ({ link, qrCode }) => gtinOf(qrCode.encodedUrl) ?? link.name,
  code: ({ link, qrCode }) => `${link.name} ${qrCode.name}`,
} as const satisfies Record<string, (chosen: ChosenQrCode) => string>;

/** A column of the list of links that names the files. */
export type ExportColumn = keyof typeof NAMES;
export const isExportColumn = (text: string): text is ExportColumn => Object.hasOwn(NAMES, text);

/** The codes to export, or links whose default codes or codes of GTINs to export. */
export interface ExportChosenInput {
  qrCodeIds: readonly string[];
  linkIds: readonly string[];
  ofLinks?: CodeOfLinks;
  format: ImageFormat;
  column: ExportColumn;
  /** Whether codes of GTINs have their human-readable line. */
  hri: ImageOptions["hri"];
}

/**
 * A ZIP archive with the chosen codes, each in its saved style, and the codes in it; null if none exists. Throws what
 * `getChosenQrCodes` throws.
 */
export async function exportChosenCodes(
  actor: OrganizationActor,
  { format, column, hri, ...input }: ExportChosenInput,
  { db, ...styleStores }: { db: D1Database } & StyleStores,
): Promise<{ archive: ReadableStream<Uint8Array>; chosen: readonly ChosenQrCode[] } | null> {
  const { chosen } = await getChosenQrCodes(actor, input, { db });
  if (chosen.length === 0) return null;
  const nameOf = NAMES[column];
  const codes = chosen.map((each, index) => ({
    row: index + 1,
    name: nameOf(each),
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
