import { MAX_KEY_NAME } from "../../access/issue-key.ts";
import type { Project } from "../../access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { ReachField } from "../components/reach-field.tsx";
import type { Place } from "../layout/context.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { OPERATION_OPTIONS, RETAILER_OPTIONS } from "./key-form.ts";
import { KEYS_STYLE } from "./keys-style.ts";
import { PRESETS, type Preset } from "./presets.ts";

/** The form that issues a key. A new form offers what the preset gives. */
export const IssueKeyPage = ({
  place,
  projects,
  preset,
  values,
  problems,
}: {
  place: Place;
  preset: Preset;
  projects: readonly Project[];
  values: FormValues;
  problems: FormProblems;
}) => {
  const isNew = values.entries.size === 0;
  const scopes = isNew ? preset.scopes : values.all("scopes");
  return (
    <Screen place={place} here="API keys" title="Issue an API key" styles={[KEYS_STYLE]} scripts={["reach"]}>
      <nav class="presets" aria-label="What the program does">
        {PRESETS.map(({ id, label, sentence }) => (
          <a href={`?preset=${id}`} aria-current={isNew && id === preset.id ? "true" : undefined}>
            <strong>{label}</strong>
            <span class="quiet">{sentence}</span>
          </a>
        ))}
      </nav>
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
          <ReachField projects={projects} values={values} problems={problems} />
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
