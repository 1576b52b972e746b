import type { DestinationReport } from "../links/follower.ts";
import { onD1 } from "../platform/d1.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";

/** The last answer about the products of a link; null if there was none. Throws `service_unavailable`. */
export async function availabilityReport(db: D1Database, linkId: string): Promise<DestinationReport | null> {
  const statement = db
    .prepare(
      `SELECT outcome, checked_at FROM availability_checks
       WHERE link_id = ?1 AND outcome IS NOT NULL AND checked_at IS NOT NULL`,
    )
    .bind(linkId);
  const row = await onD1(() => statement.first<{ outcome: AvailabilityOutcome; checked_at: string }>());
  return row && { availability: { outcome: row.outcome, checkedAt: row.checked_at } };
}
