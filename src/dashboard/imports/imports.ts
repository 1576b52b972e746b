import { Hono } from "hono";
import { MOST_FILE_BYTES } from "../../imports/import.ts";
import { pageAnswer } from "../frame/answers.ts";
import type { DashboardEnv } from "../frame/context.ts";
import { showForm, takeForm, takeUpload } from "../frame/form-screen.ts";
import { NO_PROBLEMS } from "../frame/forms.ts";
import { deletion } from "./delete.tsx";
import { codesFile, examplesFile, problemsFile, resultsFile, templateFile } from "./files.ts";
import { importPage } from "./import-view.tsx";
import { newImport } from "./new.tsx";
import { replacement } from "./replace.tsx";
import { oneRow } from "./row.tsx";
import { start } from "./start.tsx";

/** The screens of imports, below /links/import. */
export const imports = new Hono<DashboardEnv>()
  .get("/", showForm(newImport))
  .post("/", takeUpload(newImport, MOST_FILE_BYTES))
  .get("/template.csv", templateFile)
  .get("/examples.csv", examplesFile)
  .get("/:import", async (c) => pageAnswer(await importPage(c, NO_PROBLEMS)))
  .post("/:import/start", takeForm(start))
  .post("/:import/replace", takeUpload(replacement, MOST_FILE_BYTES))
  .get("/:import/rows/:row", showForm(oneRow))
  .post("/:import/rows/:row", takeForm(oneRow))
  .get("/:import/problems.csv", problemsFile)
  .get("/:import/results.csv", resultsFile)
  .get("/:import/codes.zip", codesFile)
  .get("/:import/delete", showForm(deletion))
  .post("/:import/delete", takeForm(deletion));
