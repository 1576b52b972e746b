import { Hono } from "hono";
import { CONTENT_FIELD, MAX_FILE_BYTES } from "../../../extras/files/file-content.ts";
import { replaceRows, replaceValue } from "../../../extras/imports/correct-rows.ts";
import { deleteImport, getImport, startImport } from "../../../extras/imports/manage-imports.ts";
import { requireImporter } from "../../../extras/imports/require-import.ts";
import { startChanges } from "../../../extras/imports/start-changes.ts";
import { isImageFormat } from "../../../features/qr-codes/image-url.ts";

import { ServiceError } from "../../../ground/core/errors.ts";
import { formPage } from "../components/form-page.tsx";
import { csvDownload, download, pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, type FormScreen, formScreen } from "../layout/form-screen.ts";
import { allTexts, type Fields, NO_PROBLEMS, oneText, optionalText, queryReader } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { importLabels } from "./column-labels.ts";
import { importPage } from "./import-page.tsx";
import { importIdIn, importPathIn, sentFile } from "./import-view.ts";
import { newImport } from "./new.tsx";
import { oneRow } from "./row.tsx";
import { columnNaming } from "./table-page.tsx";

const onImportPage = <F extends Fields = Record<never, never>>(
  form: Omit<FormScreen<void, F>, "load" | "page">,
) =>
  formScreen<void, F>({
    ...form,
    marked: form.marked ?? [],
    load() {},
    page: (c, _, __, problems) => importPage(c, problems),
  });

const start = onImportPage({
  fields: { rows: oneText },
  async save(c, { rows }) {
    const input = { ...importIdIn(c), doubtful: rows === "all" };
    await startImport(c.var.workspace.actor, input, c.var.dependencies);
    return seeOther(importPathIn(c));
  },
});

/** Changes links as the rows of the list's own CSV say. The form is a button on the import's page. */
const change = onImportPage({
  fields: { rows: oneText },
  async save(c, { rows }, { write }) {
    const { workspace } = c.var;
    const idempotency = await write(() => "");
    const input = { ...importIdIn(c), doubtful: rows === "all", idempotency };
    const { id } = await startChanges(workspace.actor, input, c.var.dependencies);
    return seeOther(`${workspace.base}/links/bulk-edit/${id}`);
  },
});

/** Replaces rows of an import with those of a corrected file. The form is on the import's page. */
const replacement = onImportPage({
  upload: MAX_FILE_BYTES,
  marked: [CONTENT_FIELD],
  async save(c, _, { file }) {
    const { workspace, dependencies } = c.var;
    const labels = importLabels(await openProjects(workspace, dependencies));
    await replaceRows(workspace.actor, { ...importIdIn(c), ...sentFile(file), labels }, c.var.dependencies);
    return seeOther(`${importPathIn(c)}?done=replaced`);
  },
});

/** Replaces a value, empty cells with a problem, or every value with a problem, in all rows with problems. The forms are on the import's page. */
const valueReplacement = onImportPage({
  fields: { column: oneText, from: allTexts.transform(([from]) => from?.trim() ?? null), to: oneText },
  required: ["column", "to"],
  async save(c, replaced) {
    const input = { ...importIdIn(c), ...replaced };
    await replaceValue(c.var.workspace.actor, input, c.var.dependencies);
    return seeOther(`${importPathIn(c)}?done=replaced`);
  },
});

/** Deletes an import, after asking. Its links stay. */
const deletion = formPage({
  tab: "Links",
  title: "Delete this import",
  load: async (c) => (await getImport(c.var.workspace.actor, importIdIn(c), c.var.dependencies)).found,
  intro: ({ fileName }) => (
    <p>
      The rows of <bdi>{fileName}</bdi> and their problems are deleted. Links and codes created from them keep
      working.
    </p>
  ),
  button: "Delete the import",
  emphasis: "danger",
  back: ({ id }) => `/links/import/${id}`,
  async save(c) {
    await deleteImport(c.var.workspace.actor, importIdIn(c), c.var.dependencies);
    return "/links/import?done=deleted";
  },
});

/** The files to download, loaded when somebody asks for one: they bring the drawing of codes and the format of archives. */
const exportFiles = () => import("../../../extras/imports/export-files.ts");

/** A file for everybody who may import. */
const guide = (table: "templateCsv" | "examplesCsv", name: string) => async (c: DashboardContext) => {
  requireImporter(c.var.workspace.actor);
  const files = await exportFiles();
  return csvDownload(c, files[table](), name);
};
/** A file about the rows of an import. */
const about = (table: "exportProblems" | "exportResults", name: string) => async (c: DashboardContext) => {
  const files = await exportFiles();
  return csvDownload(c, await files[table](c.var.workspace.actor, importIdIn(c), c.var.dependencies), name);
};

const codesQuery = queryReader({ format: optionalText, column: optionalText });

async function codesFile(c: DashboardContext): Promise<Response> {
  const { format = "svg", column = "name" } = codesQuery(c);
  if (!isImageFormat(format) || !/^[\w.]{1,60}$/.test(column))
    throw new ServiceError("not_found", "There is no such file.");
  const input = { ...importIdIn(c), format, column };
  const { exportCodes } = await exportFiles();
  const archive = await exportCodes(c.var.workspace.actor, input, c.var.dependencies);
  return download(archive, "application/zip", "QR codes.zip");
}

/** The screens of imports, below /links/import. */
export const imports = new Hono<DashboardEnv>()
  .on(FORM, "/", newImport)
  .get("/template.csv", guide("templateCsv", "link-import.csv"))
  .get("/examples.csv", guide("examplesCsv", "link-import-examples.csv"))
  .get("/:import", async (c) => pageResponse(await importPage(c, NO_PROBLEMS)))
  .post("/:import/start", start)
  .post("/:import/columns", columnNaming)
  .post("/:import/change", change)
  .post("/:import/replace-value", valueReplacement)
  .post("/:import/replace", replacement)
  .on(FORM, "/:import/rows/:row", oneRow)
  .get("/:import/problems.csv", about("exportProblems", "import-problems.csv"))
  .get("/:import/results.csv", about("exportResults", "import-results.csv"))
  .get("/:import/codes.zip", codesFile)
  .on(FORM, "/:import/delete", deletion);
