import { CONTENT_FIELD } from "../../../extras/files/file-content.ts";
import { plain } from "../../../extras/imports/columns.ts";
import type { Import } from "../../../extras/imports/import.ts";
import { isList } from "../../../extras/imports/list-columns.ts";
import { getImport } from "../../../extras/imports/manage-imports.ts";
import { columnField, getTable, nameColumns } from "../../../extras/imports/name-columns.ts";
import { MAX_COLUMNS } from "../../../extras/imports/read-file.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { COLUMN_TABLE, ColumnTable, SAMPLE_ROWS } from "../components/column-table.tsx";
import { Notice } from "../components/notice.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsNamed, isUntouched, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { importLabels } from "./column-labels.ts";
import { LIST_MENU, MENU } from "./column-menus.ts";
import { ForAll, type LoadedTable } from "./for-all-rows.tsx";
import { importIdIn, importPath, importPathIn } from "./import-view.ts";
import css from "./imports.css";

/** What the screen shows of a table. */
export async function loadTable(c: DashboardContext, found: Import): Promise<LoadedTable> {
  const { workspace, dependencies } = c.var;
  const projects = await openProjects(workspace, dependencies);
  const input = { found, labels: importLabels(projects), limit: SAMPLE_ROWS };
  return { found, projects, ...(await getTable(workspace.actor, input, dependencies)) };
}

/** Asks what the columns of a file are that nobody knows. The guesses are chosen. */
export const tablePage = (
  { var: { workspace } }: DashboardContext,
  loaded: LoadedTable,
  values: FormValues,
  problems: FormProblems,
) => {
  const { found, guesses, rows } = loaded;
  const path = importPath(workspace, found);
  const isChange = isList(found.headings ?? []);
  const twice = sameHeadings(found.headings ?? []);
  const chosen = (index: number): string =>
    isUntouched(problems) ? (guesses[index] ?? "") : values.text(columnField(index));
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`What is in ${found.fileName}?`}
      heading={
        <>
          What is in <bdi>{found.fileName}</bdi>?
        </>
      }
      styles={[TABLE_STYLE, COLUMN_TABLE]}
    >
      <div class="sheet">
        <Form action={`${path}/columns`} problem={problems.form ?? problems.fields.get(CONTENT_FIELD)}>
          <p class="hint">
            Choose what each column is.{" "}
            {!isChange && "The next file with these columns has the same choice. "}
            {isChange ? "Nothing is changed yet." : "Nothing is created yet."}
          </p>
          {twice.length > 0 && (
            <Notice kind="warn">
              The file has two columns “<bdi>{twice.join("”, “")}</bdi>” that differ. Choose which one counts.
            </Notice>
          )}
          <ColumnTable
            headings={found.headings ?? []}
            samples={(index) => rows.map(({ cells }) => cells[String(index)])}
            options={isChange ? LIST_MENU : MENU}
            field={(index) => {
              const name = columnField(index);
              return { name, value: chosen(index), error: problems.fields.get(name) };
            }}
          />
          {!isChange && <ForAll loaded={loaded} values={values} problems={problems} />}
          <Actions>
            <Button>Check the rows</Button>
            <LinkButton href={`${path}/delete`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** The headings that several columns have. */
const sameHeadings = (headings: readonly string[]): string[] =>
  [
    ...Map.groupBy(
      headings.filter((heading) => heading !== ""),
      plain,
    ).values(),
  ].flatMap(([first, second]) => (first !== undefined && second !== undefined ? [first] : []));

const FIELDS = [
  "project",
  "retailer",
  "intent",
  ...Array.from({ length: MAX_COLUMNS }, (_, index) => columnField(index)),
];

export const columnNaming = formScreen({
  fields: fieldsNamed(FIELDS, oneText),
  marked: [...FIELDS, CONTENT_FIELD],
  async load(c) {
    const { workspace, dependencies } = c.var;
    return loadTable(c, (await getImport(workspace.actor, importIdIn(c), dependencies)).found);
  },
  page: tablePage,
  async save(c, typed, { load }) {
    const { found, projects } = await load();
    const columns = (found.headings ?? []).map((_, index) => typed[columnField(index)] ?? "");
    const projectId = found.projectId || (typed.project ?? "");
    const forAll = { retailer: typed.retailer ?? "", intent: typed.intent ?? "" };
    const input = { ...importIdIn(c), columns, projectId, forAll, labels: importLabels(projects) };
    await nameColumns(c.var.workspace.actor, input, c.var.dependencies);
    return seeOther(`${importPathIn(c)}?done=checked`);
  },
});

const TABLE_STYLE = stylesheet(css);
