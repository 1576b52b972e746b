import { issueKey, MAX_KEY_NAME } from "../../../features/access/issue-key.ts";
import { requireKeyManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { ReachField, reachInWords } from "../components/reach-field.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, idempotentForm, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { firstRequest } from "./first-request.ts";
import { KEY_FIELDS, keyRequestIn, OPERATION_OPTIONS, RETAILER_OPTIONS } from "./key-form.ts";
import css from "./keys.css";
import { PRESETS, type Preset, presetOf } from "./presets.ts";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

/** Issues a key. The response shows it once; only a hash is stored. */
export const newKey: FormScreen<readonly Project[]> = {
  fields: KEY_FIELDS,
  load(c) {
    requireKeyManager(c.var.place.actor);
    return openProjects(c.var.place, c.var.dependencies);
  },
  page: (c, projects, values, problems) => (
    <IssueKeyPage
      place={c.var.place}
      preset={presetOf(c.req.query("preset"))}
      projects={projects}
      values={values}
      problems={problems}
    />
  ),
  async save(c, values, load) {
    const { place, dependencies, origins } = c.var;
    const request = keyRequestIn(values, place.organizationId);
    const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
    const result = await issueKey(place.actor, { request, idempotency }, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage place={place} keyId={result.receipt} />);
    }
    const projects = await load();
    const example = firstRequest(result.value, projects, origins.api);
    const reach = reachInWords(result.value.projects, projects);
    return pageResponse(<NewKeyPage place={place} issued={result.value} example={example} reach={reach} />);
  },
};

/** The form that issues a key. A new form has the scopes of the preset. */
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
      <nav class="presets" aria-label="Presets">
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
            hint="The program that uses it, so you know later what a revocation would stop."
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
            label="Permissions"
            values={scopes}
            options={OPERATION_OPTIONS}
            error={problems.fields.get("scopes")}
          />
          <ChoiceField
            name="scopes"
            type="checkbox"
            label="Retailers"
            hint="It can create and change links of these retailers."
            values={scopes}
            options={RETAILER_OPTIONS}
            columns
          />
          <TextField
            name="expiresAt"
            type="date"
            label="Expires"
            hint="Expires at the end of this day (UTC). Optional."
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

/** What the form of a key adds to the style of every screen. */
export const KEYS_STYLE = stylesheet(css);
