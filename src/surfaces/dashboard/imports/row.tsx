import { COLUMNS } from "../../../extras/imports/columns.ts";
import { correctRow } from "../../../extras/imports/correct-rows.ts";
import type { Import, ImportRow, RowProblem } from "../../../extras/imports/import.ts";
import { getImport, getImportRow } from "../../../extras/imports/manage-imports.ts";
import type { Project } from "../../../features/access/project.ts";
import { withoutApiKeys } from "../../../ground/core/api-key-format.ts";
import { LINK_INTENTS, RETAILER_NAMES, RETAILERS, retailerNamed } from "../../../ground/core/vocabulary.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { type Option, SelectField, TextArea, TextField } from "../components/field.tsx";
import { INTENT_NAMES, namedMenu } from "../labels/link-labels.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { Workspace } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { fieldReader, fieldsNamed, isUntouched, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { COLUMN_LABELS, columnValues, problemText } from "./column-labels.ts";
import { importIdIn, importPath, importPathIn } from "./import-view.ts";

/** The cells of a form, by column. */
const CELLS = fieldsNamed(
  COLUMNS.map(({ name }) => name),
  oneText,
);

const filled = (cells: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""));

const readCells = fieldReader(CELLS);

/** The submitted cells, without API keys, which must not be shown again. */
const shownAgain = (cells: Record<string, string>): Record<string, string> => ({
  ...cells,
  ...(cells.metadata !== undefined && { metadata: withoutApiKeys(cells.metadata) }),
});

interface Loaded {
  found: Import;
  row: ImportRow;
  projects: readonly Project[];
}

/** Corrects a row. The form opens with the stored problems. */
export const oneRow = formScreen({
  fields: CELLS,
  marked: [],
  async load(c): Promise<Loaded> {
    const { workspace, dependencies } = c.var;
    const { found } = await getImport(workspace.actor, importIdIn(c), dependencies);
    const input = { ...importIdIn(c), row: Number(c.req.param("row")) };
    const [row, projects] = await Promise.all([
      getImportRow(workspace.actor, input, dependencies),
      openProjects(workspace, dependencies),
    ]);
    return { found, row, projects };
  },
  page(c, loaded, values, problems) {
    const { row } = loaded;
    const isOpened = isUntouched(problems);
    const cells = isOpened ? row.cells : shownAgain(filled(readCells(values.entries)));
    const shown = isOpened ? row.problems : [{ field: "", message: problems.form ?? "" }];
    return <RowPage workspace={c.var.workspace} {...loaded} cells={cells} problems={shown} />;
  },
  async save(c, input, { load }) {
    const { workspace } = c.var;
    const loaded = await load();
    const cells = filled(input);
    const corrected = { ...importIdIn(c), row: loaded.row.row, cells };
    const { state, problems } = await correctRow(workspace.actor, corrected, c.var.dependencies);
    if (state === "good") return seeOther(`${importPathIn(c)}?done=fixed`);
    if (state === "doubtful") return seeOther(`${importPathIn(c)}?show=check&done=doubtful`);
    return pageResponse(<RowPage workspace={workspace} {...loaded} cells={cells} problems={problems} />, 400);
  },
});

/** Longer text gets a text area. */
const LINE_LENGTH = 80;

interface RowForm {
  workspace: Workspace;
  found: Import;
  row: ImportRow;
  cells: Readonly<Record<string, string>>;
  problems: readonly RowProblem[];
  /** The projects that accept new links. */
  projects: readonly Project[];
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The cells of one row: first those with problems, then other filled cells, then empty ones. */
const RowPage = (form: RowForm) => {
  const { workspace, found, row, cells, problems } = form;
  const path = importPath(workspace, found);
  const general = problems.filter(({ field }) => field === "").map(({ message }) => message);
  const wrong = COLUMN_LABELS.filter(({ name }) => problems.some(({ field }) => field === name));
  const rest = COLUMN_LABELS.filter((column) => !wrong.includes(column));
  const filled = rest.filter(({ name }) => (cells[name] ?? "") !== "");
  const empty = rest.filter((column) => !filled.includes(column));
  const show = (column: Column) => <Cell column={column} form={form} />;
  return (
    <Screen workspace={workspace} tab="Links" title={`Row ${row.row} of ${found.fileName}`}>
      <div class="sheet narrow">
        <Form action={`${path}/rows/${row.row}`} problem={general.join(" ") || undefined}>
          {wrong.map(show)}
          {filled.length > 0 && (
            <details open={wrong.length === 0}>
              <summary>Also in this row</summary>
              {filled.map(show)}
            </details>
          )}
          <details>
            <summary>Empty columns</summary>
            {empty.map(show)}
          </details>
          <Actions>
            <Button>Save the row</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

type Column = (typeof COLUMN_LABELS)[number];

/** One cell, with a menu where its column has a fixed set of values. */
const Cell = ({ column, form }: { column: Column; form: RowForm }) => {
  const { name, label, hint, kind } = column;
  const value = form.cells[name] ?? "";
  const own = form.problems
    .filter(({ field }) => field === name)
    .map((problem) => sentence(problemText(problem, value, columnValues(form.projects))))
    .join(" ");
  const field = { name, label, hint, value, error: own || undefined };
  const menu = menuOf(name, form);
  if (menu) {
    const chosen = name === "retailer" ? (retailerNamed(value) ?? value) : value;
    const isKnown = menu.some((option) => option.value === chosen);
    const options = isKnown ? menu : [...menu, { value: chosen, label: chosen }];
    return <SelectField {...field} hint={undefined} value={chosen} options={options} />;
  }
  const isLong = kind === "json" || value.length > LINE_LENGTH || value.includes("\n");
  return isLong ? <TextArea {...field} rows={3} /> : <TextField {...field} spellcheck={false} />;
};

/** The options of a column; null for free text. */
function menuOf(name: string, { projects, found }: RowForm): Option[] | null {
  if (name === "retailer") return namedMenu(RETAILERS, RETAILER_NAMES, "Choose a retailer");
  if (name === "intent") return namedMenu(LINK_INTENTS, INTENT_NAMES, "Choose a purpose");
  if (name !== "projectId" || projects.length === 0) return null;
  const label = found.projectId === "" ? "Choose a project" : "The project chosen for the file";
  return [{ value: "", label }, ...projects.map(({ id, name }) => ({ value: id, label: name }))];
}
