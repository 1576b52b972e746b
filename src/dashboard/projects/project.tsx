import { renameProject } from "../../access/change-project.ts";
import { getProject } from "../../access/get-projects.ts";
import { mayManageProjects } from "../../access/permissions.ts";
import { MAX_ID, type Project } from "../../access/project.ts";
import type { Threshold } from "../../visits/threshold-store.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { ThresholdSection, thresholdsOf } from "../labels/threshold-list.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

const projectId = (c: DashboardContext): { projectId: string } => ({
  projectId: c.req.param("project") ?? "",
});

/** The project of the request's path. Throws `project_access_denied`. */
export const loadProject = (c: DashboardContext): Promise<Project> =>
  getProject(c.var.place.actor, projectId(c), c.var.dependencies);

/** The project that a form changes, and the form as an idempotent write. */
export const changeIn = async (c: DashboardContext, values: FormValues) => ({
  ...projectId(c),
  idempotency: await idempotentForm(c, values, ({ id }: { id: string }) => id),
});

/** One project, which can be renamed. */
export const oneProject: FormScreen<Project> = {
  fields: ["name"],
  load: loadProject,
  initial: ({ name }) => ({ name }),
  page: async (c, project, values, problems) => (
    <RenameProjectPage
      place={c.var.place}
      thresholds={await thresholdsOf(c, projectId(c))}
      {...{ project, values, problems }}
    />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const change = { ...(await changeIn(c, values)), name: values.text("name") };
    await renameProject(place.actor, change, dependencies);
    return seeOther(`${place.base}/projects?done=renamed`);
  },
};

interface FormPageProps {
  place: Place;
  values: FormValues;
  problems: FormProblems;
}

/** The path of a project's screens. */
export const projectPath = (place: Place, { id }: Project): string =>
  `${place.base}/projects/${encodeURIComponent(id)}`;

/** One project: its facts and, for owners, a form to rename it and links to its brand and archive screens. */
export const RenameProjectPage = ({
  place,
  project,
  thresholds,
  values,
  problems,
}: FormPageProps & { project: Project; thresholds: readonly Threshold[] | null }) => {
  const mayManage = mayManageProjects(place.actor);
  const isArchived = project.archivedAt !== null;
  return (
    <Screen
      place={place}
      here="Projects"
      title={project.name}
      heading={<bdi>{project.name}</bdi>}
      actions={
        mayManage && (
          <Actions>
            <LinkButton href={`${projectPath(place, project)}/brand`} command="Brand">
              Brand
            </LinkButton>
            <LinkButton
              href={`${projectPath(place, project)}/archive`}
              command={isArchived ? "Restore" : "Archive"}
            >
              {isArchived ? "Restore" : "Archive"}
            </LinkButton>
          </Actions>
        )
      }
    >
      <Facts
        facts={[
          ["Id", <code>{project.id}</code>],
          ["Created", <Time at={project.createdAt} />],
          ["Archived", project.archivedAt && <Time at={project.archivedAt} />],
        ]}
      />
      {mayManage && (
        <div class="sheet narrow">
          <Form action={projectPath(place, project)} problem={problems.form}>
            <TextField
              name="name"
              label="Name"
              value={values.text("name")}
              error={problems.fields.get("name")}
              maxLength={MAX_ID}
              required
            />
            <Actions>
              <Button>Save the name</Button>
              <LinkButton href={`${place.base}/projects`}>Cancel</LinkButton>
            </Actions>
          </Form>
        </div>
      )}
      <ThresholdSection
        place={place}
        path={`/projects/${encodeURIComponent(project.id)}`}
        thresholds={thresholds}
      />
    </Screen>
  );
};
