import { Hono } from "hono";
import { MAX_FILE_BYTES } from "../../imports/import.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm, takeUpload } from "../layout/form-screen.ts";
import { NO_PROBLEMS } from "../layout/forms.ts";
import { deletion, replacement, start, valueReplacement } from "./change-import.tsx";
import { codesFile, examplesFile, problemsFile, resultsFile, templateFile } from "./files.ts";
import { importPage } from "./import-page.tsx";
import { newImport } from "./new.tsx";
import { oneRow } from "./row.tsx";

/** The screens of imports, below /links/import. */
export const imports = new Hono<DashboardEnv>()
  .get("/", showForm(newImport))
  .post("/", takeUpload(newImport, MAX_FILE_BYTES))
  .get("/template.csv", templateFile)
  .get("/examples.csv", examplesFile)
  .get("/:import", async (c) => pageResponse(await importPage(c, NO_PROBLEMS)))
  .post("/:import/start", takeForm(start))
  .post("/:import/replace-value", takeForm(valueReplacement))
  .post("/:import/replace", takeUpload(replacement, MAX_FILE_BYTES))
  .get("/:import/rows/:row", showForm(oneRow))
  .post("/:import/rows/:row", takeForm(oneRow))
  .get("/:import/problems.csv", problemsFile)
  .get("/:import/results.csv", resultsFile)
  .get("/:import/codes.zip", codesFile)
  .get("/:import/delete", showForm(deletion))
  .post("/:import/delete", takeForm(deletion));
