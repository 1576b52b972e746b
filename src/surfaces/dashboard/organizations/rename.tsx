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
    const { place, dependencies } = c.var;
    requireOrganizationManager(place.actor, place.organizationId);
    requireOrganizationMaker(place.email, dependencies.organizationMakers);
    return readOrganization(dependencies.db, place.organizationId);
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
  back: "/settings",
  async save(c, values) {
    const { place, dependencies } = c.var;
    const makers = dependencies.organizationMakers;
    const input = { email: place.email, name: values.text("name") };
    await renameOrganization(place.actor, input, { ...dependencies, makers });
    return seeOther("/dashboard/organizations?done=renamed");
  },
});
