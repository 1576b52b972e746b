import { ServiceError } from "../../core/errors.ts";
import { exportChosenCodes, isExportColumn } from "../../qr-codes/export-codes.ts";
import { isImageFormat } from "../../qr-codes/image-url.ts";
import type { DashboardContext } from "../layout/context.ts";
import { download } from "../layout/downloads.ts";
import { namesOf } from "./print-file.ts";

/**
 * A ZIP archive of chosen codes (`code`), or of the default codes of chosen links (`link`), in a `format` and named after
 * a `column`. Throws what the verb throws.
 */
export async function zipFile(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const search = new URL(c.req.url).searchParams;
  const [format, column] = [search.get("format") ?? "svg", search.get("column") ?? "name"];
  if (!isImageFormat(format) || !isExportColumn(column))
    throw new ServiceError("not_found", "There is no such file.");
  const chosen = { qrCodeIds: search.getAll("code"), linkIds: search.getAll("link") };
  const found = await exportChosenCodes(place.actor, { ...chosen, format, column }, dependencies);
  if (!found) throw new ServiceError("not_found", "There are no such codes.");
  return download(found.archive, "application/zip", `${namesOf(found.chosen)}.zip`);
}
