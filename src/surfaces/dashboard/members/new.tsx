import { addMember } from "../../../features/access/add-member.ts";
import { requireMemberManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { REACH_FIELDS, ReachField, reachIn } from "../components/reach-field.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { REACH_HINT, ROLE_OPTIONS, roleIn } from "./roles.ts";

/** Adds a member. */
export const newMember: FormScreen<readonly Project[]> = {
  fields: ["email", "role", ...REACH_FIELDS],
  load(c) {
    requireMemberManager(c.var.place.actor);
    return openProjects(c.var.place, c.var.dependencies);
  },
  page: (c, projects, values, problems) => (
    <AddMemberPage place={c.var.place} projects={projects} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const { organizationId: organization, base } = place;
    const who = {
      organization,
      email: values.text("email"),
      role: roleIn(values),
      projects: reachIn(values),
    };
    const { member, already } = await addMember(place.actor, who, dependencies);
    return seeOther(already ? `${base}/members?done=already` : `${base}/members/${member.id}?done=added`);
  },
};

/** The form that adds a member. */
export const AddMemberPage = ({
  place,
  projects,
  values,
  problems,
}: {
  place: Place;
  projects: readonly Project[];
  values: FormValues;
  problems: FormProblems;
}) => (
  <Screen place={place} here="Members" title="Add a member" scripts={["reach"]}>
    <div class="sheet narrow">
      <Form action={`${place.base}/members/new`} problem={problems.form}>
        <TextField
          name="email"
          type="email"
          label="E-mail"
          hint="The address they sign in with."
          value={values.text("email")}
          error={problems.fields.get("email")}
          autofocus={isUntouched(problems)}
          required
        />
        <ChoiceField
          name="role"
          type="radio"
          label="Role"
          values={[values.text("role") || "viewer"]}
          options={ROLE_OPTIONS}
          error={problems.fields.get("role")}
        />
        <ReachField projects={projects} values={values} problems={problems} hint={REACH_HINT} />
        <Actions>
          <Button>Add the member</Button>
          <LinkButton href={`${place.base}/members`}>Cancel</LinkButton>
        </Actions>
      </Form>
    </div>
  </Screen>
);
