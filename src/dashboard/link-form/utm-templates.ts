import type { MemberActor } from "../../access/actor.ts";
import { ServiceError } from "../../core/errors.ts";
import {
  deleteUtmTemplate,
  listUtmTemplates,
  saveUtmTemplate,
  type UtmTemplateDependencies,
} from "../../links/utm-templates.ts";
import type { FormValues } from "../layout/forms.ts";
import type { FormState } from "./form-state.ts";
import { TEMPLATE, TEMPLATE_NAME } from "./link-form-page.tsx";
import { UTM, utmIn, withUtm } from "./utm-values.ts";

/** What a button beside the saved UTM values asks for, and the form after it. Throws what the verbs throw. */
export async function takeTemplateStep(
  step: string,
  state: FormState,
  values: FormValues,
  actor: MemberActor,
  dependencies: UtmTemplateDependencies,
): Promise<FormState> {
  const name = values.text(TEMPLATE);
  if (step === "template:use") {
    const found = (await listUtmTemplates(actor, dependencies)).find((each) => each.name === name);
    return found ? withUtm(state, found.utm) : state;
  }
  if (step === "template:delete") await deleteUtmTemplate(actor, { name }, dependencies);
  if (step === "template:save") {
    const template = { name: values.text(TEMPLATE_NAME), utm: utmIn(state) };
    await saveUtmTemplate(actor, template, dependencies).catch((error: unknown) => {
      throw atItsControl(error);
    });
  }
  return state;
}

/** The problems of a template at the controls of the form: those of its values are at the UTM values. */
function atItsControl(error: unknown): unknown {
  if (!(error instanceof ServiceError) || !error.details) return error;
  const details = error.details.map(({ field, message }) => ({
    field: field.startsWith("utm.") ? `${UTM}${field.slice("utm.".length)}` : TEMPLATE_NAME,
    message,
  }));
  return new ServiceError(error.code, error.message, { details });
}
