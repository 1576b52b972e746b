import { readCardPicture } from "../../../features/brands/card-pictures.ts";
import { readDrawnLogo } from "../../../features/brands/drawn-logo.ts";
import { brandKey, LOGO_TYPES } from "../../../features/brands/logo.ts";
import { readLogo, type UploadedLogo } from "../../../features/brands/read-logo.ts";
import { logoSvg } from "../../../ground/drawing/svg.ts";
import type { Row } from "./check-row.ts";

const FILE = /^([0-9a-f]{24})-[0-9a-f]{32}-[\w-]{1,40}\.(?:png|svg|webp|jpg)$/;

/** The logo in a row of an archive, as R2 stores it. Throws if it is not a logo of the organization's project. */
export async function archivedLogo(organizationId: string, row: Row): Promise<UploadedLogo> {
  const [projectId = "", file = "", base64 = ""] = ["project_id", "file", "base64"].map((name) =>
    String(row[name] ?? ""),
  );
  const project = { organizationId, projectId };
  const content = Uint8Array.from(Buffer.from(base64, "base64"));
  const begins = file.slice(0, file.lastIndexOf("-") + 1);
  if (FILE.exec(file)?.[1] !== (await brandKey(project)))
    throw new Error("file is not a logo of the project");
  if (file.endsWith(".svg")) {
    const logo = await readDrawnLogo(content, file);
    if (logo.kind !== "outlines") throw new TypeError("an SVG has outlines");
    const bytes = Uint8Array.from(new TextEncoder().encode(logoSvg(logo)));
    return { begins, file, mediaType: LOGO_TYPES.svg, bytes, drawn: content };
  }
  const logo = await readLogo(content, project, () => "");
  if (!file.startsWith(logo.begins)) throw new Error("file is not the name of this picture");
  return { ...logo, file };
}

/** The picture of cards in a row of an archive, as R2 stores it. Throws if it is not a picture of the organization. */
export async function archivedPicture(organizationId: string, row: Row): Promise<UploadedLogo> {
  const picture = await readCardPicture(
    Uint8Array.from(Buffer.from(String(row.base64 ?? ""), "base64")),
    organizationId,
  );
  if (picture.file !== row.file) throw new Error("file is not the name of this picture");
  return picture;
}
