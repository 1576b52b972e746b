import { dayOf } from "../../ground/core/days.ts";
import { bytesDemand, domainsDemand, linksDemand, type QuotaUse, quotaUses } from "../writes/quota-check.ts";
import type { Actor } from "./actor.ts";
import { activeKeys } from "./api-key-statements.ts";
import { requireQuotaReader } from "./permissions.ts";
import { projectCount } from "./project-change-store.ts";

/**
 * The organization's current use of its quotas, except the quota of QR codes, which applies to each link. Throws `not_found`
 * (another organization than the actor's).
 */
export async function getQuotaUse(
  actor: Actor,
  { organizationId }: { organizationId: string },
  { db, now }: { db: D1Database; now: () => Date },
): Promise<QuotaUse[]> {
  requireQuotaReader(actor, organizationId);
  const time = now();
  return quotaUses(db, organizationId, [
    bytesDemand(organizationId, 0),
    linksDemand(organizationId, dayOf(time), 0),
    { quota: "projects", used: projectCount(organizationId) },
    { quota: "keys", used: activeKeys(organizationId, time.toISOString()) },
    domainsDemand(organizationId, 0),
  ]);
}
