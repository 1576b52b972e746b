import { qrCodeId } from "../core/ids.ts";
import { imageUrl } from "../core/origins.ts";
import { concat } from "../drawing/compress.ts";
import { type StyleStores, styleResolver } from "../qr-codes/resolve-style.ts";
import { zipWriter } from "../qr-codes/zip.ts";
import type { Export } from "./export.ts";
import { readCodes } from "./rows.ts";
import { csvSection, numbered, type Section } from "./section.ts";

async function codesAfter(db: D1Database, organizationId: string, cursor: string) {
  const [linkId = "", identifier = ""] = cursor.split(" ");
  const codes = await readCodes(db, organizationId, [linkId, identifier]);
  const last = codes.at(-1)?.qrCode;
  const links = codes.filter(({ qrCode }) => qrCode.isDefault).length;
  return { codes, links, next: last ? `${last.linkId} ${last.identifier}` : null };
}

/** The QR codes of an organization. */
export const codeSection = ({ organizationId, origins }: Export, { db }: { db: D1Database }): Section =>
  csvSection(
    "codes",
    "id linkId identifier name encodedUrl imageUrl isDefault metadata style createdAt".split(" "),
    async (cursor) => {
      const { codes, next, links } = await codesAfter(db, organizationId, cursor);
      const rows = codes.map(({ qrCode: { metadata, style, isDefault, ...code } }) => ({
        ...code,
        id: qrCodeId(code.linkId, code.identifier),
        imageUrl: imageUrl(origins, code.linkId, code.identifier),
        isDefault: String(isDefault),
        metadata: JSON.stringify(metadata) ?? "",
        style: JSON.stringify(style) ?? "",
      }));
      return { rows, next, links };
    },
  );

/** Their images, each in its saved style. They are in nested archives, because a ZIP has at most 65,535 files. */
export function imageSection({ organizationId }: Export, stores: StyleStores & { db: D1Database }): Section {
  const resolveStyle = styleResolver("svg", stores);
  return {
    name: numbered("images", "zip"),
    async page(cursor) {
      const { draw } = await import("../qr-codes/draw.ts");
      const { codes, next, links } = await codesAfter(stores.db, organizationId, cursor);
      const zip = zipWriter();
      const files: Uint8Array[] = [];
      for (const { qrCode, projectId, style } of codes) {
        const { encodedUrl, linkId, identifier } = qrCode;
        const resolved = await resolveStyle({ encodedUrl, style, project: { organizationId, projectId } });
        const svg = String(await draw(encodedUrl, "svg", resolved.options, resolved.logo));
        const name = `${qrCodeId(linkId, identifier)}.svg`;
        files.push(zip.file({ name, content: new TextEncoder().encode(svg) }));
      }
      const isThere = files.length > 0 || cursor === "";
      return { content: isThere ? concat([...files, zip.end()]) : "", next, links };
    },
  };
}
