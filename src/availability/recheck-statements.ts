import type { PartRef } from "../links/link-part.ts";
import { GIVEN_PARTS, IS_GIVEN_PART, partsJson } from "../links/link-part.ts";
import { type Guard, guardSql } from "../platform/guard.ts";

/** The statement for the batch that changes links: it deletes the checks of their former products. */
export const forgetChecksStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} DELETE FROM availability_checks WHERE ${IS_GIVEN_PART} AND ${guardSql(written, 2)}`,
    )
    .bind(partsJson(parts), ...written.values);

/** The statement for the batch that changes links: it adds checks of their present products that are due at once. */
export const wantChecksStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} INSERT INTO availability_checks
         (link_id, offer_key, organization_id, project_id, retailer, failures, due_at, visits)
       SELECT id, offer_key, organization_id, project_id,
         coalesce((SELECT retailer FROM link_offers WHERE link_id = id AND key = offer_key), retailer),
         0, updated_at, 0
       FROM part JOIN links ON links.id = part.link_id
       WHERE ${guardSql(written, 2)}
       ON CONFLICT (link_id, offer_key) DO NOTHING`,
    )
    .bind(partsJson(parts), ...written.values);
