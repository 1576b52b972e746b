import type { Actor } from "../access/actor.ts";
import { requireOwned, requireQuotaReader } from "../access/permissions.ts";
import type { QuotaUse } from "../quotas/quota.ts";
import { quotaUses } from "../quotas/quota-check.ts";
import { codesOf, type QrCodeStore } from "./store.ts";

/**
 * How much of the quota of codes a link uses. Throws `insufficient_scope`, `not_found`, `project_access_denied` and
 * `service_unavailable`.
 */
export async function getCodeQuotaUse(
  actor: Actor,
  { linkId }: { linkId: string },
  { db, qrCodes }: { db: D1Database; qrCodes: QrCodeStore },
): Promise<QuotaUse[]> {
  const { organizationId } = requireOwned(actor, await qrCodes.findLink(linkId));
  requireQuotaReader(actor, organizationId);
  return quotaUses(db, organizationId, [{ quota: "codesPerLink", used: codesOf(linkId) }]);
}
