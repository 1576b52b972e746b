import type { Child } from "hono/jsx";
import { CONTENT_FIELD, MAX_FILE_BYTES, MAX_FILE_MIB } from "../../../extras/files/file-content.ts";
import { addImport } from "../../../extras/imports/add-import.ts";
import { type Import, MAX_IMPORT_ROWS, RETENTION_DAYS } from "../../../extras/imports/import.ts";
import { listImports } from "../../../extras/imports/manage-imports.ts";
import { requireImporter } from "../../../extras/imports/require-import.ts";
import { LINK_SERVICES } from "../../../extras/imports/services.ts";
import { mayManageOrganization } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { type Domain, domainOfProject } from "../../../features/addresses/domain-store.ts";
import { withoutApiKeys } from "../../../ground/core/api-key-format.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import { SelectField, TextArea } from "../components/field.tsx";
import { FILE_ZONE, FileZone } from "../components/file-zone.tsx";
import { Done } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf, isUntouched, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { COLUMN_LABELS, importLabels } from "./column-labels.ts";
import { importsPath, sentFile } from "./import-view.ts";
import css from "./imports.css";

interface Loaded {
  projects: readonly Project[];
  domains: readonly Domain[];
  imports: readonly Import[];
}

/** Accepts a file and checks its rows. */
export const newImport = formScreen({
  upload: MAX_FILE_BYTES,
  fields: { text: oneText, project: oneText },
  marked: [CONTENT_FIELD, "project"],
  async load(c): Promise<Loaded> {
    const { workspace, dependencies } = c.var;
    requireImporter(workspace.actor);
    const [projects, domains, imports] = await Promise.all([
      openProjects(workspace, dependencies),
      dependencies.domains.confirmed(dependencies.now()),
      listImports(workspace.actor, dependencies),
    ]);
    return { projects, domains, imports };
  },
  page,
  async save(c, { text, project: projectId }, { file, load, write }) {
    const { workspace } = c.var;
    const idempotency = await write(() => "");
    const labels = importLabels((await load()).projects);
    const input = { ...sentFile(file, text), projectId, idempotency, labels };
    const { id } = await addImport(workspace.actor, input, c.var.dependencies);
    return seeOther(`${importsPath(workspace)}/${id}?done=checked`);
  },
});

/** The first screen: a place for the file, the three things that it is for, and earlier imports. */
function page(c: DashboardContext, loaded: Loaded, values: FormValues, problems: FormProblems) {
  const { workspace } = c.var;
  const { projects, domains, imports } = loaded;
  const path = importsPath(workspace);
  const problem = problems.fields.get(CONTENT_FIELD);
  const pasted = withoutApiKeys(values.text("text"));
  return (
    <Screen workspace={workspace} tab="Links" title="Import links" styles={[STYLE, FILE_ZONE]}>
      <Done c={c} messages={{ deleted: "The import was deleted. Its links stay." }} />
      <div class="sheet">
        <Form action={path} problem={problems.form} upload>
          <FileZone
            name="file"
            hint={`CSV, also of another service, or its JSON. Up to ${count(MAX_IMPORT_ROWS)} rows and ${MAX_FILE_MIB} MiB. Nothing is created yet.`}
            accept=".csv,.tsv,.txt,.json,text/csv,application/json"
            error={pasted === "" ? problem : undefined}
            autofocus={isUntouched(problems)}
          />
          <details open={pasted !== ""}>
            <summary>Or paste the rows</summary>
            <TextArea
              name="text"
              label="Rows"
              hint="With the header row, as copied from a spreadsheet."
              value={pasted}
              error={pasted === "" ? undefined : problem}
            />
          </details>
          <div class="with-button">
            <SelectField
              {...fieldsOf(values, problems)("project")}
              label="Project"
              hint="For rows without a project. New links get its domain."
              options={[
                ...(projects.length === 1 ? [] : [{ value: "", label: "As in each row" }]),
                ...projects.map((project) => ({ value: project.id, label: labelOf(project, domains) })),
              ]}
            />
            <Button>Check the file</Button>
          </div>
        </Form>
      </div>
      <Doors workspace={workspace} hasDomain={domains.length > 0} />
      {imports.length > 0 && (
        <section class="section">
          <h2>Earlier imports</h2>
          <Table
            caption="Earlier imports"
            columns={["File", "What it is", "Added"]}
            rows={imports.map((each) => [
              <a href={`${path}/${each.id}`}>
                <bdi>{each.fileName}</bdi>
              </a>,
              <Kind {...each} />,
              <Time at={each.createdAt} />,
            ])}
          />
          <p class="hint">Imports are deleted after {RETENTION_DAYS} days. Their links stay.</p>
        </section>
      )}
    </Screen>
  );
}

/** What a file can be for, and where to get one. */
const Doors = ({ workspace, hasDomain }: { workspace: Workspace; hasDomain: boolean }) => {
  const path = importsPath(workspace);
  return (
    <section class="section doors-of-import" aria-label="What the file can be for">
      <Door
        title="New links"
        text="A row for each link. Any table will do: you are asked about columns that are not recognized."
      >
        <LinkButton href={`${path}/template.csv`} command="Download the import template">
          Download the template
        </LinkButton>
        <a href={`${path}/examples.csv`}>Examples</a>
      </Door>
      <Door
        title="Move from Bitly and others"
        text={`The file that ${SERVICES} exports, or any list of short addresses. Printed addresses on your own domain keep working: choose its project above.`}
      >
        {mayManageOrganization(workspace.actor) ? (
          <LinkButton href={`${workspace.base}/domains`}>
            {hasDomain ? "Your domains" : "Add your domain first"}
          </LinkButton>
        ) : (
          !hasDomain && <span class="quiet">An owner adds your domain first.</span>
        )}
      </Door>
      <Door
        title="Change links"
        text="The list of your links, edited in a spreadsheet. You see each change before it is made, and can undo it."
      >
        <LinkButton href={`${workspace.base}/links/export`}>Download the list</LinkButton>
      </Door>
      <details>
        <summary>All columns</summary>
        <Table
          caption="Columns of an import file"
          columns={["Column", "Meaning"]}
          rows={COLUMN_LABELS.map(({ label, hint }) => [label, hint ?? ""])}
        />
      </details>
    </section>
  );
};

const Door = ({ title, text, children }: { title: string; text: string; children: Child }) => (
  <div class="sheet">
    <h2>{title}</h2>
    <p>{text}</p>
    <Actions>{children}</Actions>
  </div>
);

const STYLE = stylesheet(css);

const SERVICES = new Intl.ListFormat("en-US", { type: "disjunction" }).format(
  LINK_SERVICES.map(({ name }) => name),
);

/** The name of a project, with the domain of its new links. */
function labelOf({ id: projectId, name, organizationId }: Project, domains: readonly Domain[]): string {
  const host = domainOfProject(domains, { organizationId, projectId });
  return host === "" ? name : `${name} (${host})`;
}

/** What the file of an import is, and what it waits for. */
const Kind = ({ state, kind, source }: Import) => {
  if (state === "running") return <Badge kind="good">Running</Badge>;
  if (state === "stopped") return <Badge kind="bad">Stopped</Badge>;
  if (kind === "table") return <Badge kind="warn">Choose its columns</Badge>;
  return <>{kind === "changes" ? "Changes of links" : (source ?? "New links")}</>;
};
