import { onD1 } from "../platform/d1.ts";
import { foldUsage } from "./fold-usage.ts";
import { BYTES_OF_LINK } from "./room.ts";
import { CHANGE_BYTES, CODE_BYTES } from "./stored-bytes.ts";

/** Links of one run: with their codes and activities, few enough for a second of D1. */
const LINKS_PER_RUN = 2_000;

/** What was written since the table is there was counted then. */
const COUNT = `INSERT INTO organization_usage (organization_id, stored_bytes)
  SELECT organization_id, sum(${BYTES_OF_LINK}
      + (SELECT coalesce(sum(octet_length(text)), 0) FROM link_content_parts WHERE link_id = links.id)
      + (SELECT coalesce(sum(${CODE_BYTES} + coalesce(octet_length(metadata), 0)), 0) FROM qr_codes
        WHERE link_id = links.id AND is_default = 0 AND created_at < earlier_before)
      + (SELECT coalesce(sum(${CHANGE_BYTES} + coalesce(octet_length(changes), (SELECT sum(octet_length(text))
          FROM activity_parts WHERE activity_id = activity.id), 0)), 0) FROM activity
        WHERE link_id = links.id AND link_version > 1 AND at < earlier_before))
  FROM links NOT INDEXED JOIN usage_state WHERE links.rowid > earlier_from AND links.rowid <= min(earlier_from + ?1, earlier_to)
  GROUP BY organization_id
  ON CONFLICT (organization_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes`;

const NOTE =
  "UPDATE usage_state SET earlier_from = min(earlier_from + ?1, earlier_to) WHERE earlier_from < earlier_to";

/**
 * Job: brings what organizations use up to date. New links are added; of those from before the counting, 2,000 are
 * counted in each run, with their codes and history, until all are. Until then, their organizations seem to store less
 * than they do. Throws `service_unavailable`.
 */
export async function countUsage({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  await foldUsage(db, now());
  const statements = [COUNT, NOTE].map((sql) => db.prepare(sql).bind(LINKS_PER_RUN));
  await onD1(() => db.batch(statements));
}
