import { renameOrganization } from "../../../features/access/change-organization.ts";
import { readOrganization } from "../../../features/access/organization.ts";
import {
  requireOrganizationMaker,
  requireOrganizationManager,
} from "../../../features/access/permissions.ts";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { seeOther } from "../layout/answers.ts";

/** Renames the organization. */
export const renaming = formPage({
  here: null,
  title: "Rename the organization",
  fields: ["name"],
  load(c) {
    const { workspace, dependencies } = c.var;
    requireOrganizationManager(workspace.actor, workspace.organizationId);
    requireOrganizationMaker(workspace.email, dependencies.organizationMakers);
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
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const makers = dependencies.organizationMakers;
    const input = { email: workspace.email, name: values.text("name") };
    await renameOrganization(workspace.actor, input, { ...dependencies, makers });
    return seeOther("/dashboard/organizations?done=renamed");
  },
});
