import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { validationFailed } from "../core/errors.ts";
import { parse } from "../core/validation.ts";
import { CREATE_LINK_SCOPE } from "./create-link.ts";
import { MAX_UTM_TEMPLATES, type UtmTemplate, utmTemplate } from "./utm-template.ts";
import type { UtmTemplateStore } from "./utm-template-store.ts";

export interface UtmTemplateDependencies {
  utmTemplates: UtmTemplateStore;
}

/** The templates of the actor's organization, by name. Throws `insufficient_scope` and `service_unavailable`. */
export function listUtmTemplates(
  actor: OrganizationActor,
  { utmTemplates }: UtmTemplateDependencies,
): Promise<UtmTemplate[]> {
  requireScope(actor, CREATE_LINK_SCOPE);
  return utmTemplates.list(actor.organizationId);
}

/**
 * Saves a template, replacing a template of the same name. Throws `insufficient_scope`, `validation_failed`, also at
 * the limit, and `service_unavailable`.
 */
export async function saveUtmTemplate(
  actor: OrganizationActor,
  template: { name: string; utm: object },
  { utmTemplates }: UtmTemplateDependencies,
): Promise<void> {
  requireScope(actor, CREATE_LINK_SCOPE);
  if (await utmTemplates.save(actor.organizationId, parse(utmTemplate, template))) return;
  const message = `can't be saved: the limit is ${MAX_UTM_TEMPLATES} templates`;
  throw validationFailed([{ field: "name", message }]);
}

/** Deletes the template of this name, if it exists. Throws `insufficient_scope` and `service_unavailable`. */
export function deleteUtmTemplate(
  actor: OrganizationActor,
  { name }: { name: string },
  { utmTemplates }: UtmTemplateDependencies,
): Promise<void> {
  requireScope(actor, CREATE_LINK_SCOPE);
  return utmTemplates.delete(actor.organizationId, name);
}
