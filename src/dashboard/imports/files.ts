import { ServiceError } from "../../core/errors.ts";
import {
  examplesCsv,
  exportCodes,
  exportProblems,
  exportResults,
  templateCsv,
} from "../../imports/export-files.ts";
import { requireImporter } from "../../imports/import-access.ts";
import { isImageFormat } from "../../qr-codes/image-url.ts";
import type { DashboardContext } from "../layout/context.ts";
import { csvDownload, download } from "../layout/downloads.ts";
import { importIdIn } from "./import-request.ts";

/** An empty file with every column. */
export function templateFile(c: DashboardContext): Response {
  requireImporter(c.var.place.actor);
  return csvDownload(templateCsv(), "link-import.csv");
}

/** A file with one example row of each kind. */
export function examplesFile(c: DashboardContext): Response {
  requireImporter(c.var.place.actor);
  return csvDownload(examplesCsv(), "link-import-examples.csv");
}

/** The rows of an import that have problems. */
export const problemsFile = async (c: DashboardContext): Promise<Response> =>
  csvDownload(
    await exportProblems(c.var.place.actor, importIdIn(c), c.var.dependencies),
    "import-problems.csv",
  );

/** The rows of an import with their short links. */
export const resultsFile = async (c: DashboardContext): Promise<Response> =>
  csvDownload(
    await exportResults(c.var.place.actor, importIdIn(c), c.var.dependencies),
    "import-results.csv",
  );

/** The codes of an import's links. */
export async function codesFile(c: DashboardContext): Promise<Response> {
  const [format = "svg", column = "name"] = [c.req.query("format"), c.req.query("column")];
  if (!isImageFormat(format) || !/^[\w.]{1,60}$/.test(column))
    throw new ServiceError("not_found", "There is no such file.");
  const input = { ...importIdIn(c), format, column };
  const archive = await exportCodes(c.var.place.actor, input, c.var.dependencies);
  return download(archive, "application/zip", "QR codes.zip");
}
