import type { Child } from "hono/jsx";
import { addImport } from "../../../extras/imports/add-import.ts";
import { CONTENT_FIELD } from "../../../extras/imports/file-content.ts";
import {
  type Import,
  MAX_FILE_BYTES,
  MAX_FILE_MIB,
  MAX_IMPORT_ROWS,
  RETENTION_DAYS,
} from "../../../extras/imports/import.ts";
import { listImports } from "../../../extras/imports/manage-imports.ts";
import { requireImporter } from "../../../extras/imports/require-import.ts";
import { LINK_SERVICES } from "../../../extras/imports/services.ts";
import type { Project } from "../../../features/access/project.ts";
import { type Domain, domainOfProject } from "../../../features/addresses/domain-store.ts";
import { withoutApiKeys } from "../../../ground/core/api-key-format.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { FileField, SelectField, TextArea } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf, isUntouched, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { COLUMN_LABELS, importLabels } from "./column-labels.ts";
import { importsPath, sentFile } from "./import-view.ts";

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

/** The first screen: upload, instructions and earlier imports. */
function page(c: DashboardContext, loaded: Loaded, values: FormValues, problems: FormProblems) {
  const { workspace } = c.var;
  const { projects, domains, imports } = loaded;
  const path = importsPath(workspace);
  const problem = problems.fields.get(CONTENT_FIELD);
  const pasted = withoutApiKeys(values.text("text"));
  return (
    <Screen workspace={workspace} tab="Links" title="Import links">
      <Done c={c} messages={{ deleted: "The import was deleted. Its links stay." }} />
      <div class="sheet narrow">
        <Form action={path} problem={problems.form} upload>
          <FileField
            name="file"
            label="File"
            hint={`A CSV file, also of another service. You are asked about columns that are not recognized. Up to ${count(MAX_IMPORT_ROWS)} rows and ${MAX_FILE_MIB} MiB. Nothing is created yet.`}
            accept=".csv,.tsv,.txt,.json,text/csv,application/json"
            error={pasted === "" ? problem : undefined}
            autofocus={isUntouched(problems)}
          />
          <TextArea
            name="text"
            label="Or paste the rows"
            hint="With the header row, as copied from a spreadsheet."
            value={pasted}
            error={pasted === "" ? undefined : problem}
          />
          <SelectField
            {...fieldsOf(values, problems)("project")}
            label="Project"
            hint="For rows without a project. New links get its domain."
            options={[
              ...(projects.length === 1 ? [] : [{ value: "", label: "As in each row" }]),
              ...projects.map((project) => ({ value: project.id, label: labelOf(project, domains) })),
            ]}
          />
          <Actions>
            <Button>Check the file</Button>
          </Actions>
        </Form>
      </div>
      <Explanation title="Move from another service">
        Upload a file exported by {SERVICES}, or any list with short addresses and destinations. Printed
        addresses on your own domain keep working; titles, tags and end dates are kept; creation dates and
        visit totals become metadata. To keep old addresses working, first add their domain under Domains,
        assign it to a project, and choose that project here.
      </Explanation>
      <Explanation title="Change links">
        In the list of links, choose links and Export. Edit the file in a spreadsheet and upload it here: you
        see each change before it is made, and can undo it.
      </Explanation>
      <section class="section">
        <h2>Prepare a file</h2>
        <p>
          Start with the template, or with examples of every kind of link. Use columns in any order and leave
          out those you don’t need.
        </p>
        <Actions>
          <LinkButton href={`${path}/template.csv`} command="Download the import template">
            Download the template
          </LinkButton>
          <LinkButton href={`${path}/examples.csv`}>Download examples</LinkButton>
        </Actions>
        <details class="section">
          <summary>All columns</summary>
          <Table
            caption="Columns of an import file"
            columns={["Column", "Meaning"]}
            rows={COLUMN_LABELS.map(({ label, hint }) => [label, hint ?? ""])}
          />
        </details>
      </section>
      {imports.length > 0 && (
        <section class="section">
          <h2>Earlier imports</h2>
          <Table
            caption="Earlier imports"
            columns={["File", "Added", "State"]}
            rows={imports.map((each) => [
              <a href={`${path}/${each.id}`}>
                <bdi>{each.fileName}</bdi>
              </a>,
              <Time at={each.createdAt} />,
              <StateBadge state={each.state} />,
            ])}
          />
          <p class="hint">Imports are deleted after {RETENTION_DAYS} days. Their links stay.</p>
        </section>
      )}
    </Screen>
  );
}

const Explanation = ({ title, children }: { title: string; children: Child }) => (
  <section class="section">
    <h2>{title}</h2>
    <p>{children}</p>
  </section>
);

const SERVICES = new Intl.ListFormat("en-US", { type: "disjunction" }).format(
  LINK_SERVICES.map(({ name }) => name),
);

/** The name of a project, with the domain of its new links. */
function labelOf({ id: projectId, name, organizationId }: Project, domains: readonly Domain[]): string {
  const host = domainOfProject(domains, { organizationId, projectId });
  return host === "" ? name : `${name} (${host})`;
}

const StateBadge = ({ state }: Pick<Import, "state">) => {
  if (state === "running") return <Badge kind="good">Running</Badge>;
  if (state === "stopped") return <Badge kind="bad">Stopped</Badge>;
  return <Badge kind="quiet">Not running</Badge>;
};
