import * as z from "zod";
import { parse } from "../core/validation.ts";
import { QUOTAS } from "../quotas/quota.ts";
import { type QuotaChanges, setQuotas } from "../quotas/quota-check.ts";
import type { Actor } from "./actor.ts";
import { readOrganization } from "./organization.ts";
import { requireOperator } from "./permissions.ts";

/** What one quota can be: more than D1 holds of anything. */
const amount = z.int().min(0).max(1_000_000_000_000).nullable();
const quotaChanges: z.ZodType<QuotaChanges> = z.partialRecord(z.enum(QUOTAS), amount);

/**
 * Sets quotas of an organization; null brings the default back, and those that are not named stay. They hold from the
 * next write on; what there is more already stays. Throws `insufficient_scope`, `validation_failed`, `not_found` and
 * `service_unavailable`.
 */
export async function changeQuotas(
  actor: Actor,
  { organizationId, quotas }: { organizationId: string; quotas: QuotaChanges },
  { db }: { db: D1Database },
): Promise<void> {
  requireOperator(actor);
  const changes = parse(quotaChanges, quotas);
  await readOrganization(db, organizationId);
  await setQuotas(db, organizationId, changes);
}
