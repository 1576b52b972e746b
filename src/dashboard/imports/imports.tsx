import { Hono } from "hono";
import { requireImporter } from "../../imports/access.ts";
import { addImport } from "../../imports/add-import.ts";
import { exportCodes } from "../../imports/codes-archive.ts";
import { COLUMNS } from "../../imports/columns.ts";
import { correctRow, replaceRows } from "../../imports/correct-rows.ts";
import { exportProblems, exportResults } from "../../imports/export-rows.ts";
import { getImport, getImportRow, listImports } from "../../imports/get-import.ts";
import { MOST_FILE_BYTES } from "../../imports/import.ts";
import { CONTENT_FIELD } from "../../imports/read-file.ts";
import { deleteImport, startImport } from "../../imports/start-import.ts";
import { examplesCsv, templateCsv } from "../../imports/template.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { csvDownload, download } from "../frame/downloads.ts";
import {
  type FormProblems,
  type FormValues,
  formValues,
  idempotentForm,
  NO_PROBLEMS,
  submit,
  submitValues,
} from "../frame/forms.ts";
import { openProjects } from "../frame/open-projects.ts";
import { readUpload, type UploadedValues } from "../frame/upload.ts";
import { importPage } from "./import-view.tsx";
import { NewImportPage } from "./new-import-page.tsx";
import { importsPath } from "./paths.ts";
import { DeleteImportPage, RowPage } from "./row-page.tsx";

/** The screens of imports, below /links/import. */
export const imports = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    requireImporter(c.var.place.actor);
    return pageAnswer(await newImportPage(c, formValues(), NO_PROBLEMS));
  })
  .post("/", async (c) => {
    const { place } = c.var;
    return submitValues(
      c,
      await readUpload(c, MOST_FILE_BYTES),
      [CONTENT_FIELD, "project"],
      async (values) => {
        const idempotency = await idempotentForm(c, values, () => "");
        const { id } = await addImport(
          place.actor,
          { ...sentFile(values), projectId: values.text("project"), idempotency },
          withOrigins(c),
        );
        return seeOther(`${importsPath(place)}/${id}?done=checked`);
      },
      (values, problems) => newImportPage(c, values, problems),
    );
  })
  .get("/template.csv", (c) => {
    requireImporter(c.var.place.actor);
    return csvDownload(templateCsv(), "link-import.csv");
  })
  .get("/examples.csv", (c) => {
    requireImporter(c.var.place.actor);
    return csvDownload(examplesCsv(), "link-import-examples.csv");
  })
  .get("/:import", async (c) => pageAnswer(await importPage(c, NO_PROBLEMS)))
  .post("/:import/start", (c) =>
    submit(
      c,
      [],
      async () => {
        await startImport(c.var.place.actor, idOf(c), withOrigins(c));
        return seeOther(pathOf(c));
      },
      (_, problems) => importPage(c, problems),
    ),
  )
  .post("/:import/replace", async (c) =>
    submitValues(
      c,
      await readUpload(c, MOST_FILE_BYTES),
      [CONTENT_FIELD],
      async (values) => {
        await replaceRows(c.var.place.actor, { ...idOf(c), ...sentFile(values) }, withOrigins(c));
        return seeOther(`${pathOf(c)}?done=replaced`);
      },
      (_, problems) => importPage(c, problems),
    ),
  )
  .get("/:import/rows/:row", async (c) => {
    const { row, found } = await rowOf(c);
    return pageAnswer(
      <RowPage place={c.var.place} found={found} row={row} cells={row.cells} problems={row.problems} />,
    );
  })
  .post("/:import/rows/:row", (c) => {
    const page = async (values: FormValues, problems: Parameters<typeof RowPage>[0]["problems"]) => (
      <RowPage {...(await rowOf(c))} place={c.var.place} cells={cellsOf(values)} problems={problems} />
    );
    return submit(
      c,
      [],
      async (values) => {
        const { row } = await rowOf(c);
        const input = { ...idOf(c), row: row.row, cells: cellsOf(values) };
        const problems = await correctRow(c.var.place.actor, input, withOrigins(c));
        if (problems.length > 0) return pageAnswer(await page(values, problems), 400);
        return seeOther(`${pathOf(c)}?done=mended`);
      },
      (values, { form = "" }) => page(values, [{ field: "", message: form }]),
    );
  })
  .get("/:import/problems.csv", async (c) =>
    csvDownload(await exportProblems(c.var.place.actor, idOf(c), c.var.dependencies), "import-problems.csv"),
  )
  .get("/:import/results.csv", async (c) =>
    csvDownload(await exportResults(c.var.place.actor, idOf(c), c.var.dependencies), "import-results.csv"),
  )
  .get("/:import/codes.zip", async (c) => {
    const archive = await exportCodes(c.var.place.actor, idOf(c), c.var.dependencies);
    return download(archive, "application/zip", "qr-codes.zip");
  })
  .get("/:import/delete", async (c) => pageAnswer(await deletePage(c)))
  .post("/:import/delete", (c) =>
    submit(
      c,
      [],
      async () => {
        await deleteImport(c.var.place.actor, idOf(c), c.var.dependencies);
        return seeOther(`${importsPath(c.var.place)}?done=deleted`);
      },
      (_, { form }) => deletePage(c, form),
    ),
  );

const idOf = ({ req }: DashboardContext) => ({ importId: req.param("import") ?? "" });
const pathOf = (c: DashboardContext): string => `${importsPath(c.var.place)}/${idOf(c).importId}`;
const withOrigins = ({ var: { dependencies, origins } }: DashboardContext) => ({ ...dependencies, origins });

/** The file, or what was pasted in its place. */
const sentFile = (values: UploadedValues): { fileName: string; content: Uint8Array | string } =>
  values.file
    ? { fileName: values.file.name, content: values.file.bytes }
    : { fileName: "Pasted rows", content: values.text("text") };

/** The cells that a form has, by column. */
const cellsOf = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    COLUMNS.flatMap(({ name }) => {
      const cell = values.text(name);
      return cell === "" ? [] : [[name, cell]];
    }),
  );

async function newImportPage(c: DashboardContext, values: FormValues, problems: FormProblems) {
  const { place, dependencies } = c.var;
  const [projects, kept] = await Promise.all([
    openProjects(place, dependencies),
    listImports(place.actor, dependencies),
  ]);
  const done = c.req.query("done");
  return <NewImportPage {...{ place, projects, imports: kept, values, problems, done }} />;
}

async function rowOf(c: DashboardContext) {
  const { place, dependencies } = c.var;
  const { found } = await getImport(place.actor, idOf(c), dependencies);
  const row = await getImportRow(place.actor, { ...idOf(c), row: Number(c.req.param("row")) }, dependencies);
  return { found, row };
}

async function deletePage(c: DashboardContext, problem?: string) {
  const { found } = await getImport(c.var.place.actor, idOf(c), c.var.dependencies);
  return <DeleteImportPage place={c.var.place} found={found} problem={problem} />;
}
