import { replaceRows, replaceValue } from "../../../extras/imports/correct-rows.ts";
import { MAX_FILE_BYTES } from "../../../extras/imports/import.ts";
import { deleteImport, getImport, startImport } from "../../../extras/imports/manage-imports.ts";
import { CONTENT_FIELD } from "../../../extras/imports/read-file.ts";
import { startChanges } from "../../../extras/imports/start-changes.ts";
import { formPage } from "../components/form-page.tsx";
import { seeOther } from "../layout/answers.ts";
import { type FormScreen, formScreen } from "../layout/form-screen.ts";
import { type Fields, nullableText, oneText } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { importLabels } from "./column-labels.ts";
import { importPage } from "./import-page.tsx";
import { importIdIn, importPathIn, sentFile, withOrigins } from "./import-request.ts";

/** A form on an import's page. */
const onImportPage = <F extends Fields = Record<never, never>>(
  form: Omit<FormScreen<void, F>, "load" | "page">,
) =>
  formScreen<void, F>({
    ...form,
    marked: form.marked ?? [],
    load() {},
    page: (c, _, __, problems) => importPage(c, problems),
  });

/** Creates the links of an import. The form is a button on the import's page. */
export const start = onImportPage({
  fields: { rows: oneText },
  async save(c, { rows }) {
    const input = { ...importIdIn(c), doubtful: rows === "all" };
    await startImport(c.var.workspace.actor, input, withOrigins(c));
    return seeOther(importPathIn(c));
  },
});

/** Changes links as the rows of the list's own CSV say. The form is a button on the import's page. */
export const change = onImportPage({
  fields: { rows: oneText },
  async save(c, { rows }, { write }) {
    const { workspace } = c.var;
    const idempotency = await write(() => "");
    const input = { ...importIdIn(c), doubtful: rows === "all", idempotency };
    const { id } = await startChanges(workspace.actor, input, withOrigins(c));
    return seeOther(`${workspace.base}/links/bulk-edit/${id}`);
  },
});

/** Replaces rows of an import with those of a corrected file. The form is on the import's page. */
export const replacement = onImportPage({
  upload: MAX_FILE_BYTES,
  marked: [CONTENT_FIELD],
  async save(c, _, { file }) {
    const { workspace, dependencies } = c.var;
    const labels = importLabels(await openProjects(workspace, dependencies));
    await replaceRows(workspace.actor, { ...importIdIn(c), ...sentFile(file), labels }, withOrigins(c));
    return seeOther(`${importPathIn(c)}?done=replaced`);
  },
});

/** Replaces a value, or every value with a problem, in all rows with problems. The forms are on the import's page. */
export const valueReplacement = onImportPage({
  fields: { column: oneText, from: nullableText, to: oneText },
  async save(c, replaced) {
    const input = { ...importIdIn(c), ...replaced };
    await replaceValue(c.var.workspace.actor, input, withOrigins(c));
    return seeOther(`${importPathIn(c)}?done=replaced`);
  },
});

/** Deletes an import, after asking. Its links stay. */
export const deletion = formPage({
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
