import { renameProject } from "../../access/change-project.ts";
import { getProject } from "../../access/get-projects.ts";
import type { Project } from "../../access/project.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormValues, idempotentForm } from "../layout/forms.ts";
import { RenameProjectPage } from "./project-forms.tsx";

const projectId = (c: DashboardContext): { projectId: string } => ({
  projectId: c.req.param("project") ?? "",
});

/** The project that the address names. Throws `project_access_denied`. */
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
  page: (c, project, values, problems) => (
    <RenameProjectPage place={c.var.place} project={project} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const change = { ...(await changeIn(c, values)), name: values.text("name") };
    await renameProject(place.actor, change, dependencies);
    return seeOther(`${place.base}/projects?done=renamed`);
  },
};
