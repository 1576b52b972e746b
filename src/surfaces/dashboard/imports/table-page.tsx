import { COLUMNS, LINK_ID, plain, REVISION, STATUS, USUAL_COLUMNS } from "../../../extras/imports/columns.ts";
import { CONTENT_FIELD } from "../../../extras/imports/file-content.ts";
import type { Import, ImportRow } from "../../../extras/imports/import.ts";
import { getImport } from "../../../extras/imports/manage-imports.ts";
import {
  columnField,
  getTable,
  isList,
  LIST_NAMES,
  nameColumns,
} from "../../../extras/imports/name-columns.ts";
import { MAX_COLUMNS } from "../../../extras/imports/read-file.ts";
import type { Project } from "../../../features/access/project.ts";
import { shortened } from "../../../ground/core/text.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { type Option, Problem, Select, SelectField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { namedOptions } from "../labels/project-options.ts";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsNamed, isUntouched, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { importLabels } from "./column-labels.ts";
import { importIdIn, importPath, importPathIn } from "./import-view.ts";
import css from "./imports.css";

/** How many rows the screen shows, and how much of a cell. */
const SHOWN_ROWS = 3;
const SHOWN_LENGTH = 60;

const listLabel = (name: string): string =>
  [LINK_ID, REVISION, STATUS].find((label) => plain(label) === name) ?? labelOf(name);
const labelOf = (name: string): string => COLUMNS.find((column) => column.name === name)?.label ?? name;
const group = (name: string, options: readonly (readonly [string, string])[]): Option[] =>
  options.map(([value, label]) => ({ value, label, group: name }));

/** What a column can be: first what every list has, then what most files need. */
const MENU: readonly Option[] = [
  { value: "", label: "Ignore" },
  ...group("Links of another service", [
    ["address", "Old short address"],
    ["customUrl", "Destination"],
    ["name", "Name"],
    ["tags", "Tags"],
    ["visits", "Visits so far"],
    ["createdAt", "Created"],
    ["note", "Note"],
  ]),
  ...group(
    "Usual columns",
    USUAL_COLUMNS.filter((name) => !["customUrl", "name", "tags"].includes(name)).map((name) => [
      name,
      labelOf(name),
    ]),
  ),
  ...group(
    "More columns",
    COLUMNS.filter(({ name }) => !USUAL_COLUMNS.includes(name)).map(({ name, label }) => [name, label]),
  ),
];

/** What a column of the list's own CSV can be. */
const LIST_MENU: readonly Option[] = [
  { value: "", label: "Ignore" },
  ...LIST_NAMES.map((name) => ({ value: name, label: listLabel(name) })),
];

interface Loaded {
  found: Import;
  projects: readonly Project[];
  guesses: readonly string[];
  rows: readonly ImportRow[];
}

/** What the screen shows of a table. */
export async function loadTable(c: DashboardContext, found: Import): Promise<Loaded> {
  const { workspace, dependencies } = c.var;
  const projects = await openProjects(workspace, dependencies);
  const input = { found, labels: importLabels(projects), limit: SHOWN_ROWS };
  return { found, projects, ...(await getTable(workspace.actor, input, dependencies)) };
}

/** Asks what the columns of a file are that nobody knows. The guesses are chosen. */
export const tablePage = (
  { var: { workspace } }: DashboardContext,
  { found, projects, guesses, rows }: Loaded,
  values: FormValues,
  problems: FormProblems,
) => {
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
      styles={[TABLE_STYLE]}
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
          <Table
            caption="Columns of the file"
            columns={["In the file", "First rows", "Here it is"]}
            rows={(found.headings ?? []).map((heading, index) => [
              <label for={columnField(index)}>
                <bdi>{heading || `Column ${index + 1}`}</bdi>
              </label>,
              <ul class="samples">
                {rows.map(({ cells }) => (
                  <li>
                    <bdi>{shortened(cells[String(index)] ?? "–", SHOWN_LENGTH)}</bdi>
                  </li>
                ))}
              </ul>,
              <ColumnMenu
                name={columnField(index)}
                value={chosen(index)}
                error={problems.fields.get(columnField(index))}
                options={isChange ? LIST_MENU : MENU}
              />,
            ])}
          />
          {found.projectId === "" && !isChange && (
            <SelectField
              name="project"
              label="Project"
              hint="For rows without a project. New links get its domain."
              value={values.text("project")}
              error={problems.fields.get("project")}
              options={[{ value: "", label: "As in each row" }, ...namedOptions(projects)]}
            />
          )}
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

const ColumnMenu = (field: {
  name: string;
  value: string;
  error: string | undefined;
  options: readonly Option[];
}) => (
  <>
    <Select {...field} />
    <Problem {...field} />
  </>
);

const FIELDS = ["project", ...Array.from({ length: MAX_COLUMNS }, (_, index) => columnField(index))];

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
    const input = { ...importIdIn(c), columns, projectId, labels: importLabels(projects) };
    await nameColumns(c.var.workspace.actor, input, c.var.dependencies);
    return seeOther(`${importPathIn(c)}?done=checked`);
  },
});

const TABLE_STYLE = stylesheet(css);
