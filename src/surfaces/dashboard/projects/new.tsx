import { createProject } from "../../../features/access/create-project.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import { MAX_ID, proposedProjectId } from "../../../features/access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, idempotentForm, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

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

/** The form that creates a project. */
export const CreateProjectPage = ({
  place,
  values,
  problems,
}: {
  place: Place;
  values: FormValues;
  problems: FormProblems;
}) => (
  <Screen place={place} here="Projects" title="Create a project">
    <div class="sheet narrow">
      <Form action={`${place.base}/projects/new`} problem={problems.form}>
        <TextField
          name="name"
          label="Name"
          value={values.text("name")}
          error={problems.fields.get("name")}
          maxLength={MAX_ID}
          autofocus={isUntouched(problems)}
          required
        />
        <TextField
          name="id"
          label="Id"
          hint="Programs use it as projectId. It can't be changed. Defaults to the name."
          value={values.text("id")}
          error={problems.fields.get("id")}
          maxLength={MAX_ID}
          spellcheck={false}
        />
        <Actions>
          <Button>Create the project</Button>
          <LinkButton href={`${place.base}/projects`}>Cancel</LinkButton>
        </Actions>
      </Form>
    </div>
  </Screen>
);
