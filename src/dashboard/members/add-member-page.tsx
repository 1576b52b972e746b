import type { Project } from "../../access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { ReachField } from "../components/reach-field.tsx";
import type { Place } from "../layout/context.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { REACH_HINT, ROLE_OPTIONS } from "./roles.ts";

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
          hint="The address that the person signs in with."
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
