import { Hono } from "hono";
import {
  type CsvTable,
  examplesCsv,
  exportCodes,
  exportProblems,
  exportResults,
  templateCsv,
} from "../../../extras/imports/export-files.ts";
import { requireImporter } from "../../../extras/imports/manage-imports.ts";
import { isImageFormat } from "../../../features/qr-codes/qr-code.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { csvDownload, download } from "../layout/downloads.ts";
import { FORM } from "../layout/form-screen.ts";
import { NO_PROBLEMS, optionalText, queryReader } from "../layout/forms.ts";
import { change, deletion, replacement, start, valueReplacement } from "./change-import.tsx";
import { importPage } from "./import-page.tsx";
import { importIdIn } from "./import-request.ts";
import { newImport } from "./new.tsx";
import { oneRow } from "./row.tsx";
import { columnNaming } from "./table-page.tsx";

/** A file for everybody who may import. */
const guide = (table: () => CsvTable, name: string) => (c: DashboardContext) => {
  requireImporter(c.var.workspace.actor);
  return csvDownload(c, table(), name);
};
/** A file about the rows of an import. */
const about = (table: typeof exportProblems, name: string) => async (c: DashboardContext) =>
  csvDownload(c, await table(c.var.workspace.actor, importIdIn(c), c.var.dependencies), name);

/** An empty file with the usual columns. */
const templateFile = guide(templateCsv, "link-import.csv");
/** A file with one example row of each kind. */
const examplesFile = guide(examplesCsv, "link-import-examples.csv");
/** The rows of an import that have problems. */
const problemsFile = about(exportProblems, "import-problems.csv");
/** The rows of an import with their short links. */
const resultsFile = about(exportResults, "import-results.csv");

const codesQuery = queryReader({ format: optionalText, column: optionalText });

/** The codes of an import's links. */
async function codesFile(c: DashboardContext): Promise<Response> {
  const { format = "svg", column = "name" } = codesQuery(c);
  if (!isImageFormat(format) || !/^[\w.]{1,60}$/.test(column))
    throw new ServiceError("not_found", "There is no such file.");
  const input = { ...importIdIn(c), format, column };
  const archive = await exportCodes(c.var.workspace.actor, input, c.var.dependencies);
  return download(archive, "application/zip", "QR codes.zip");
}

/** The screens of imports, below /links/import. */
export const imports = new Hono<DashboardEnv>()
  .on(FORM, "/", newImport)
  .get("/template.csv", templateFile)
  .get("/examples.csv", examplesFile)
  .get("/:import", async (c) => pageResponse(await importPage(c, NO_PROBLEMS)))
  .post("/:import/start", start)
  .post("/:import/columns", columnNaming)
  .post("/:import/change", change)
  .post("/:import/replace-value", valueReplacement)
  .post("/:import/replace", replacement)
  .on(FORM, "/:import/rows/:row", oneRow)
  .get("/:import/problems.csv", problemsFile)
  .get("/:import/results.csv", resultsFile)
  .get("/:import/codes.zip", codesFile)
  .on(FORM, "/:import/delete", deletion);
