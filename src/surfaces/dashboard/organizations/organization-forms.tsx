import { createOrganization, renameOrganization } from "../../../features/access/manage-organizations.ts";
import { readOrganization } from "../../../features/access/organization.ts";
import {
  requireOrganizationMaker,
  requireOrganizationManager,
} from "../../../features/access/permissions.ts";
import { MAX_ID, proposedProjectId } from "../../../features/access/project.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { seeOther } from "../layout/answers.ts";
import { basePath } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";

/** Creates an organization with the person as its first owner. Without an organization, there is no navigation yet. */
export const newOrganization = formScreen({
  fields: { name: oneText, id: oneText },
  load: (c) => requireOrganizationMaker(c.var.email, c.var.organizationMakers),
  page: (_c, _, values, problems) => (
    <PlainPage title="Create an organization">
      <p>For a client, a brand or a team. It has its own links, projects, members and API keys.</p>
      <Form action="/dashboard/organizations/new" problem={problems.form}>
        <TextField
          name="name"
          label="Name"
          value={values.text("name")}
          error={problems.fields.get("name")}
          maxLength={120}
          autofocus
          required
        />
        <TextField
          name="id"
          label="Id"
          hint="Part of the dashboard's URLs. It can't be changed. Defaults to the name."
          value={values.text("id")}
          error={problems.fields.get("id")}
          maxLength={MAX_ID}
        />
        <Actions>
          <Button>Create the organization</Button>
          <LinkButton href="/dashboard/organizations">Cancel</LinkButton>
        </Actions>
      </Form>
    </PlainPage>
  ),
  async save(c, { name, id }) {
    const { email, dependencies, organizationMakers: makers } = c.var;
    const input = { name, id: id || proposedProjectId(name) };
    const { organizationId } = await createOrganization(email, input, { ...dependencies, makers });
    return seeOther(basePath(organizationId));
  },
});

/** Renames the organization. */
export const renaming = formPage({
  tab: null,
  title: "Rename the organization",
  fields: { name: oneText },
  load(c) {
    const { workspace, dependencies, organizationMakers } = c.var;
    requireOrganizationManager(workspace.actor, workspace.organizationId);
    requireOrganizationMaker(workspace.email, organizationMakers);
    return readOrganization(dependencies.db, workspace.organizationId);
  },
  initial: ({ name }) => ({ name }),
  content: ({ field }, { id }) => (
    <TextField
      {...field("name")}
      label="Name"
      hint={`The id ${id} stays the same.`}
      maxLength={120}
      autofocus
      required
    />
  ),
  button: "Save",
  back: "",
  async save(c, { name }) {
    const { workspace, dependencies, organizationMakers: makers } = c.var;
    const input = { email: workspace.email, name };
    await renameOrganization(workspace.actor, input, { ...dependencies, makers });
    return seeOther("/dashboard/organizations?done=renamed");
  },
});
