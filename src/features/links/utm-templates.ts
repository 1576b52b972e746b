import * as z from "zod";
import { validationFailed } from "../../ground/core/errors.ts";
import { label } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { allRows, runStatement } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../access/scopes.ts";
import { trackingOptions } from "../retailers/parts.ts";

/**
 * UTM values that an organization saved under a name. Links contain the values themselves, so changing a template
 * changes no link; that is why templates have no activity.
 */
export const utmTemplate = z.object({
  name: label(80),
  utm: trackingOptions.shape.utm
    .unwrap()
    .refine((utm) => Object.values(utm).some((value) => value), "must have at least one value"),
});
export type UtmTemplate = z.infer<typeof utmTemplate>;

const MAX_UTM_TEMPLATES = 100;

/** Templates of UTM values in D1. */
type UtmTemplateStore = ReturnType<typeof utmTemplateStore>;

/** Replaces the template of the same name, or adds a template below the limit. */
const SAVE = `INSERT INTO utm_templates (organization_id, name, utm) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM utm_templates WHERE organization_id = ?1 AND name = ?2)
    OR (SELECT COUNT(*) FROM utm_templates WHERE organization_id = ?1) < ${MAX_UTM_TEMPLATES}
  ON CONFLICT (organization_id, name) DO UPDATE SET utm = excluded.utm`;

/** The templates in `db`. */
export function utmTemplateStore(db: D1Database) {
  return {
    /** All templates of an organization, by name. */
    async list(organizationId: string): Promise<UtmTemplate[]> {
      const sql = "SELECT name, utm FROM utm_templates WHERE organization_id = ?1 ORDER BY name";
      const results = await allRows<{ name: string; utm: string }>(db, sql, organizationId);
      return results.map(({ name, utm }) => ({ name, utm: JSON.parse(utm) as UtmTemplate["utm"] })); // as `save` wrote it
    },
    /** Returns false at the limit. */
    async save(organizationId: string, { name, utm }: UtmTemplate): Promise<boolean> {
      return (await runStatement(db, SAVE, organizationId, name, JSON.stringify(utm))) > 0;
    },
    async delete(organizationId: string, name: string): Promise<void> {
      const sql = "DELETE FROM utm_templates WHERE organization_id = ?1 AND name = ?2";
      await runStatement(db, sql, organizationId, name);
    },
  };
}

export interface UtmTemplateDependencies {
  utmTemplates: UtmTemplateStore;
}

/** The templates of the actor's organization, by name. */
export function listUtmTemplates(
  actor: OrganizationActor,
  { utmTemplates }: UtmTemplateDependencies,
): Promise<UtmTemplate[]> {
  requireScope(actor, CREATE_LINK_SCOPE);
  return utmTemplates.list(actor.organizationId);
}

/** Saves a template, replacing a template of the same name. Throws `validation_failed`, also at the limit. */
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

/** Deletes the template of this name, if it exists. */
export function deleteUtmTemplate(
  actor: OrganizationActor,
  { name }: { name: string },
  { utmTemplates }: UtmTemplateDependencies,
): Promise<void> {
  requireScope(actor, CREATE_LINK_SCOPE);
  return utmTemplates.delete(actor.organizationId, name);
}
