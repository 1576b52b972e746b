import type { Quota } from "../../src/features/writes/quota-check.ts";

/** Gives an organization these quotas. */
export async function setQuotas(
  db: D1Database,
  organizationId: string,
  quotas: Partial<Record<Quota, number>>,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO organization_usage (organization_id, quotas) VALUES (?1, ?2)
       ON CONFLICT (organization_id) DO UPDATE SET quotas = excluded.quotas`,
    )
    .bind(organizationId, JSON.stringify(quotas))
    .run();
}
