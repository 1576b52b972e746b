import type { Guard } from "../../ground/platform/guard.ts";
import type { PartRef } from "../links/link-part.ts";
import { eventStatement } from "../writes/activity-statements.ts";

/** The statement that records the result of a page as an event, for the batch of the result, if `guard` is true. */
export const pageEvent = (
  db: D1Database,
  type: "page.made" | "page.failed",
  now: Date,
  { id, offerKey }: PartRef,
  guard: Guard,
): D1PreparedStatement =>
  eventStatement(
    db,
    { type, job: "delivery-app pages", now },
    {
      sql: `SELECT organization_id, project_id, link_id AS object_id,
          json_object('offerKey', nullif(offer_key, ''), 'error', substr(last_error, 1, 500)) AS data
        FROM delivery_app_pages WHERE link_id = ? AND offer_key = ? AND ${guard.sql}`,
      values: [id, offerKey, ...guard.values],
    },
  );
