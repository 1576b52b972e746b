import { MAX_KEY_NAME } from "../../access/issue-key.ts";
import type { Project } from "../../access/project.ts";
import { SCOPES } from "../../core/vocabulary.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../frame/context.ts";
import { type FormProblems, type FormValues, isUntouched } from "../frame/forms.ts";
import { Screen } from "../frame/layout.tsx";
import { OPERATION_OPTIONS, RETAILER_OPTIONS } from "./key-form.ts";

/** The form that issues a key. A new form offers a key that may do everything, as most programs need it. */
export const IssueKeyPage = ({
  place,
  projects,
  values,
  problems,
}: {
  place: Place;
  projects: readonly Project[];
  values: FormValues;
  problems: FormProblems;
}) => {
  const isNew = values.entries.size === 0;
  const scopes = isNew ? SCOPES : values.all("scopes");
  return (
    <Screen place={place} here="API keys" title="Issue an API key">
      <div class="sheet narrow">
        <Form action={`${place.base}/keys/new`} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint="Which program uses it, so that you know later what a revocation would stop."
            value={values.text("name")}
            error={problems.fields.get("name")}
            maxLength={MAX_KEY_NAME}
            autofocus={isUntouched(problems)}
            required
          />
          <ChoiceField
            name="reach"
            type="radio"
            label="Projects"
            values={[values.text("reach") || "all"]}
            options={[
              { value: "all", label: "All projects", hint: "Also those that are created later." },
              { value: "selected", label: "Only the projects chosen here" },
            ]}
          />
          {projects.length > 0 && (
            <ChoiceField
              name="projects"
              type="checkbox"
              label="Chosen projects"
              values={values.all("projects")}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
              error={problems.fields.get("projects")}
              columns
            />
          )}
          <ChoiceField
            name="scopes"
            type="checkbox"
            label="What it may do"
            values={scopes}
            options={OPERATION_OPTIONS}
            error={problems.fields.get("scopes")}
          />
          <ChoiceField
            name="scopes"
            type="checkbox"
            label="Retailers"
            hint="Where it may write."
            values={scopes}
            options={RETAILER_OPTIONS}
            columns
          />
          <TextField
            name="expiresAt"
            type="date"
            label="Last day"
            hint="It ends with this day, in UTC. Leave it empty for a key without an end."
            value={values.text("expiresAt")}
            error={problems.fields.get("expiresAt")}
          />
          <Actions>
            <Button>Issue the key</Button>
            <LinkButton href={`${place.base}/keys`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
