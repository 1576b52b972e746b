import { renameOrganization } from "../../../features/access/change-organization.ts";
import { type Organization, readOrganization } from "../../../features/access/organization.ts";
import {
  requireOrganizationMaker,
  requireOrganizationManager,
} from "../../../features/access/permissions.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";

/** Renames the organization. */
export const renaming: FormScreen<Organization> = {
  fields: ["name"],
  load(c) {
    const { place, dependencies } = c.var;
    requireOrganizationManager(place.actor, place.organizationId);
    requireOrganizationMaker(place.email, dependencies.organizationMakers);
    return readOrganization(dependencies.db, place.organizationId);
  },
  initial: ({ name }) => ({ name }),
  page: (c, { id }, values, problems) => (
    <Screen place={c.var.place} here={null} title="Rename the organization">
      <div class="sheet narrow">
        <Form action={`${c.var.place.base}/rename`} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint={`The id ${id} stays the same.`}
            value={values.text("name")}
            error={problems.fields.get("name")}
            maxLength={120}
            autofocus
            required
          />
          <Actions>
            <Button>Save</Button>
            <LinkButton href="/dashboard/organizations">Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const makers = dependencies.organizationMakers;
    const input = { email: place.email, name: values.text("name") };
    await renameOrganization(place.actor, input, { ...dependencies, makers });
    return seeOther("/dashboard/organizations?done=renamed");
  },
};
