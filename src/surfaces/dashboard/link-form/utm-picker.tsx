import type { MemberActor } from "../../../features/access/actor.ts";
import {
  deleteUtmTemplate,
  listUtmTemplates,
  saveUtmTemplate,
  type UtmTemplate,
  type UtmTemplateDependencies,
} from "../../../features/links/utm-templates.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { Button } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { type FieldsOf, oneText } from "../layout/forms.ts";
import type { FormContext } from "./control.tsx";
import type { FormState } from "./form-state.ts";

const TEMPLATE = "template";
export const TEMPLATE_NAME = "template-name";
export const TEMPLATE_FIELDS = { [TEMPLATE]: oneText, [TEMPLATE_NAME]: oneText };
const UTM = "tracking.utm.";

/** `state` with these UTM values instead of its own. */
export function withUtm(state: FormState, utm: object): FormState {
  const shared = new Map<string, string | undefined>(Object.entries(utm));
  const texts = Array.from(state.texts, ([path, text]): [string, string] => [
    path,
    path.startsWith(UTM) ? (shared.get(path.slice(UTM.length)) ?? "") : text,
  ]);
  return { ...state, texts: new Map(texts) };
}

/** The UTM values in a form, without empty ones. */
export const utmIn = ({ texts }: FormState): Record<string, string> =>
  Object.fromEntries(
    Array.from(texts, ([path, text]) => [path, text.trim()] as const)
      .filter(([path, text]) => path.startsWith(UTM) && text !== "")
      .map(([path, text]) => [path.slice(UTM.length), text]),
  );

/** Uses, saves or deletes a template, and returns the form after it. Throws what the verbs throw. */
export async function postTemplateStep(
  step: string,
  state: FormState,
  sent: FieldsOf<typeof TEMPLATE_FIELDS>,
  actor: MemberActor,
  dependencies: UtmTemplateDependencies,
): Promise<FormState> {
  const name = sent[TEMPLATE];
  if (step === "template:use") {
    const found = (await listUtmTemplates(actor, dependencies)).find((each) => each.name === name);
    return found ? withUtm(state, found.utm) : state;
  }
  if (step === "template:delete") await deleteUtmTemplate(actor, { name }, dependencies);
  if (step === "template:save") {
    const template = { name: sent[TEMPLATE_NAME], utm: utmIn(state) };
    await saveUtmTemplate(actor, template, dependencies).catch((error: unknown) => {
      throw atControl(error);
    });
  }
  return state;
}

/** The problems of a template at the controls of the form: its name, or the UTM values. */
function atControl(error: unknown): unknown {
  if (!(error instanceof ServiceError) || !error.details) return error;
  const details = error.details.map(({ field, message }) => ({
    field: field.startsWith("utm.") ? `${UTM}${field.slice("utm.".length)}` : TEMPLATE_NAME,
    message,
  }));
  return new ServiceError(error.code, error.message, { details });
}

/** A menu of the saved UTM values, to use or delete them. */
export const SavedTemplates = ({ templates }: { templates: readonly UtmTemplate[] }) =>
  templates.length === 0 ? null : (
    <div class="with-button saved">
      <SelectField
        name={TEMPLATE}
        label="Saved values"
        value=""
        options={templates.map(({ name }) => ({ value: name, label: name }))}
      />
      <Button emphasis="plain" name="step" value="template:use">
        Use
      </Button>
      <Button emphasis="plain" name="step" value="template:delete">
        Delete
      </Button>
    </div>
  );

/** Saves the UTM values under a name, for other links. */
export const NewTemplate = ({
  name,
  context: { problems, focus },
}: {
  name: string;
  context: FormContext;
}) => (
  <details open={problems.has(TEMPLATE_NAME) || focus === TEMPLATE_NAME}>
    <summary>Save these values for other links</summary>
    <div class="with-button">
      <TextField
        name={TEMPLATE_NAME}
        label="Name of these values"
        value={name}
        error={problems.get(TEMPLATE_NAME)}
        autofocus={focus === TEMPLATE_NAME}
      />
      <Button emphasis="plain" name="step" value="template:save">
        Save values
      </Button>
    </div>
  </details>
);
