import { createProject } from "../../access/create-project.ts";
import { requireProjectManager } from "../../access/permissions.ts";
import { proposedProjectId } from "../../access/project.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { CreateProjectPage } from "./project-forms.tsx";

/** Creates a project. */
export const newProject: FormScreen<void> = {
  fields: ["name", "id"],
  load: (c) => requireProjectManager(c.var.place.actor),
  page: (c, _, values, problems) => (
    <CreateProjectPage place={c.var.place} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const name = values.text("name");
    const id = values.text("id") || proposedProjectId(name);
    const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
    await createProject(place.actor, { id, name, idempotency }, dependencies);
    return seeOther(`${place.base}/projects?done=created`);
  },
};
