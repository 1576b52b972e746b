import { GIVEN_ROWS } from "../platform/json-rows.ts";
import { cellSql } from "./cells.ts";
import { PARTS } from "./day-rows.ts";
import { NUMBERS } from "./number-columns.ts";
import { addRankings } from "./rankings.ts";

/**
 * SQL for what rows of visit_days add to the rankings: one row for the link, and one for each of its QR codes. `rows` is a
 * query with the columns of visit_days.
 */
export const rankedOf = (
  rows: string,
): string => `WITH source AS MATERIALIZED (SELECT * FROM (${rows}) WHERE link_id <> '')
  SELECT day, 'link' AS kind, organization_id, project_id, link_id, '' AS qr_identifier, ${NUMBERS} FROM source
  UNION ALL SELECT day, 'qrCode', organization_id, project_id, link_id, code.key, ${cellSql("code.value", "'s'")}, 0,
    ${cellSql("code.value", "'r'")}, ${cellSql("code.value", "'v'")}
  FROM source CROSS JOIN json_each(source.counts, '$.${PARTS.qrCode}') AS code`;

/** The `DayRow`s of the JSON array ?1 that are added to rows of visit_days that are ranked already. */
const lateRows = (condition: string): string => `SELECT * FROM (
    ${GIVEN_ROWS} SELECT value ->> 0 AS day, value ->> 1 AS organization_id, value ->> 2 AS project_id,
      value ->> 3 AS link_id, value ->> 4 AS retailer, value ->> 5 AS scans, value ->> 6 AS clicks,
      value ->> 7 AS robots, value ->> 8 AS previews, value -> 10 AS counts FROM given) AS added
  WHERE (day, organization_id, project_id, link_id, retailer)
    <= (SELECT day, organization_id, project_id, link_id, retailer FROM visit_rank_state) AND ${condition}`;

/**
 * The statements that add such rows to the rankings as well, in the transaction that adds them to visit_days, where
 * `condition` holds.
 */
export const addLateToRankings = (condition = "TRUE"): string[] => addRankings(rankedOf(lateRows(condition)));
