import { createProject } from "../../../features/access/create-project.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import { MAX_ID, proposedProjectId } from "../../../features/access/project.ts";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { idempotentForm } from "../layout/forms.ts";

/** Creates a project. */
export const newProject = formPage({
  here: "Projects",
  title: "Create a project",
  fields: ["name", "id"],
  load: (c) => requireProjectManager(c.var.workspace.actor),
  content: ({ field, isNew }) => (
    <>
      <TextField {...field("name")} label="Name" maxLength={MAX_ID} autofocus={isNew} required />
      <TextField
        {...field("id")}
        label="Id"
        hint="Programs use it as projectId. It can't be changed. Defaults to the name."
        maxLength={MAX_ID}
        spellcheck={false}
      />
    </>
  ),
  button: "Create the project",
  back: "/projects",
  async save(c, values) {
    const name = values.text("name");
    const id = values.text("id") || proposedProjectId(name);
    const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
    await createProject(c.var.workspace.actor, { id, name, idempotency }, c.var.dependencies);
    return "/projects?done=created";
  },
});
