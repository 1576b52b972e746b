import type { OrganizationActor } from "../access/actor.ts";
import type { ChosenQrCode } from "./chosen-store.ts";
import { codesArchive } from "./codes-archive.ts";
import { getChosenQrCodes } from "./get-chosen-qr-codes.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { LookStores } from "./looks.ts";

/** What the files of exported codes may be named after. */
const NAMES = {
  name: ({ link }) => link.name,
  publicName: ({ link }) => link.publicName ?? link.name,
  shortId: ({ link }) => link.shortId,
  code: ({ link, qrCode }) => `${link.name} ${qrCode.name}`,
} as const satisfies Record<string, (chosen: ChosenQrCode) => string>;

/** A column of the list of links after which files are named. */
export type ExportColumn = keyof typeof NAMES;
export const isExportColumn = (text: string): text is ExportColumn => Object.hasOwn(NAMES, text);

/** What is exported: codes, or links whose default codes are meant. */
export interface ExportChosenInput {
  qrCodeIds: readonly string[];
  linkIds: readonly string[];
  format: ImageFormat;
  column: ExportColumn;
}

/**
 * A ZIP archive with chosen codes, each in its saved style, and what was chosen; null where there is none of them. Throws
 * what `getChosenQrCodes` throws.
 */
export async function exportChosenCodes(
  actor: OrganizationActor,
  { format, column, ...input }: ExportChosenInput,
  { db, ...looks }: { db: D1Database } & LookStores,
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
    looks,
  );
  return { archive, chosen };
}
