import { onD1 } from "../platform/d1.ts";
import { MAX_UTM_TEMPLATES, type UtmTemplate } from "./utm-template.ts";

/** Templates of UTM values in D1. */
export type UtmTemplateStore = ReturnType<typeof utmTemplateStore>;

/** Replaces the template of the same name, or adds a template below the limit. */
const SAVE = `INSERT INTO utm_templates (organization_id, name, utm) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM utm_templates WHERE organization_id = ?1 AND name = ?2)
    OR (SELECT COUNT(*) FROM utm_templates WHERE organization_id = ?1) < ${MAX_UTM_TEMPLATES}
  ON CONFLICT (organization_id, name) DO UPDATE SET utm = excluded.utm`;

/** The templates in `db`. Each call may throw `service_unavailable`. */
export function utmTemplateStore(db: D1Database) {
  return {
    /** All templates of an organization, by name. */
    async list(organizationId: string): Promise<UtmTemplate[]> {
      const statement = db
        .prepare("SELECT name, utm FROM utm_templates WHERE organization_id = ?1 ORDER BY name")
        .bind(organizationId);
      const { results } = await onD1(() => statement.all<{ name: string; utm: string }>());
      return results.map(({ name, utm }) => ({ name, utm: JSON.parse(utm) as UtmTemplate["utm"] })); // as `save` wrote it
    },
    /** Returns false at the limit. */
    async save(organizationId: string, { name, utm }: UtmTemplate): Promise<boolean> {
      const statement = db.prepare(SAVE).bind(organizationId, name, JSON.stringify(utm));
      const { meta } = await onD1(() => statement.run());
      return meta.changes > 0;
    },
    async delete(organizationId: string, name: string): Promise<void> {
      const statement = db
        .prepare("DELETE FROM utm_templates WHERE organization_id = ?1 AND name = ?2")
        .bind(organizationId, name);
      await onD1(() => statement.run());
    },
  };
}
