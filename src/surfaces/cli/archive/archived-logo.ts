import { readCardPicture } from "../../../features/brands/card-pictures.ts";
import { brandKey } from "../../../features/brands/logo.ts";
import { readLogo, type UploadedLogo } from "../../../features/brands/read-logo.ts";
import type { Row } from "./check-row.ts";

export const LOGO_FILE = /^([0-9a-f]{24})-[0-9a-f]{32}-[\w-]{1,40}\.(?:png|jpg)$/;

/** The logo in a row of an archive, as R2 stores it. Throws if it is not a logo of the organization's project. */
export async function archivedLogo(organizationId: string, row: Row): Promise<UploadedLogo> {
  const [projectId = "", file = "", base64 = ""] = ["project_id", "file", "base64"].map((name) =>
    String(row[name] ?? ""),
  );
  const project = { organizationId, projectId };
  const content = Uint8Array.from(Buffer.from(base64, "base64"));
  if (LOGO_FILE.exec(file)?.[1] !== (await brandKey(project)))
    throw new Error("file is not a logo of the project");
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
