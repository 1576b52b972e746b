import { onD1 } from "../platform/d1.ts";
import { DEFAULT_QUOTAS, type Quota } from "./quota.ts";

/** Quotas to be set for an organization; null: the default holds again. */
export type QuotaChanges = Partial<Record<Quota, number | null>>;

/** Sets these quotas; the others stay. Throws `service_unavailable`. */
export async function setQuotas(
  db: D1Database,
  organizationId: string,
  changes: QuotaChanges,
): Promise<void> {
  const statement = db
    .prepare(
      // A merge patch takes members away that are null.
      `INSERT INTO organization_usage (organization_id, quotas) VALUES (?1, json_patch('{}', ?2))
       ON CONFLICT (organization_id) DO UPDATE SET quotas = json_patch(quotas, ?2)`,
    )
    .bind(organizationId, JSON.stringify(changes));
  await onD1(() => statement.run());
}

/** All quotas of an organization. Throws `service_unavailable`. */
export async function readQuotas(db: D1Database, organizationId: string): Promise<Record<Quota, number>> {
  const statement = db
    .prepare("SELECT quotas FROM organization_usage WHERE organization_id = ?1")
    .bind(organizationId);
  const own = await onD1(() => statement.first<string>("quotas"));
  // Only `setQuotas` writes this column.
  return { ...DEFAULT_QUOTAS, ...(JSON.parse(own ?? "{}") as Partial<Record<Quota, number>>) };
}
