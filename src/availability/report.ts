import type { DestinationReport } from "../links/extension.ts";
import type { PartRef } from "../links/link-part.ts";
import { onD1 } from "../platform/d1.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";

/** The last answer about the products of a link or offer; null if there was none. Throws `service_unavailable`. */
export async function availabilityReport(
  db: D1Database,
  { id, offerKey }: PartRef,
): Promise<DestinationReport | null> {
  const statement = db
    .prepare(
      `SELECT outcome, checked_at FROM availability_checks
       WHERE link_id = ?1 AND offer_key = ?2 AND outcome IS NOT NULL AND checked_at IS NOT NULL`,
    )
    .bind(id, offerKey);
  const row = await onD1(() => statement.first<{ outcome: AvailabilityOutcome; checked_at: string }>());
  return row && { availability: { outcome: row.outcome, checkedAt: row.checked_at } };
}
