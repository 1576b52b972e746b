import { ADD_NUMBERS, NUMBERS } from "./number-columns.ts";
import { addRankings, rankedAmong } from "./rankings.ts";

/** The columns of a counter, in the order of its key. */
export const COUNTER_COLUMNS = "link_id, hour, qr_identifier, country, device, visitor";

const KEY = "dimension, period, organization_id, project_id, link_id, value, retailer";

/** Visits of one kind in the result of a query. */
const sumWhere = (condition: string): string => `sum(CASE WHEN ${condition} THEN visits ELSE 0 END)`;

type TotalDimension = "hour" | "device" | "country" | "qrCode";

/**
 * A query for the totals of visits, each once. `source` is a query for rows with the columns of a counter and `visits`;
 * organization, project and retailer are those that the link has now. Visits of unknown links have none of these and
 * are in no total. A visit without a QR code has no total by QR code: those are the total minus the codes.
 */
const totalsOf = (
  source: string,
  dimensions: readonly TotalDimension[],
  scopes: readonly ("link" | "project")[],
): string => `WITH visit AS MATERIALIZED (${source})
  SELECT dimension.column1 AS dimension,
    CASE dimension.column1 WHEN 'hour' THEN hour ELSE substr(hour, 1, 10) END AS period,
    organization_id, project_id,
    CASE scope.column1 WHEN 'link' THEN visit.link_id ELSE '' END AS link_id,
    CASE dimension.column1
      WHEN 'device' THEN device WHEN 'country' THEN country WHEN 'qrCode' THEN qr_identifier ELSE '' END AS value,
    CASE dimension.column1 WHEN 'device' THEN links.retailer ELSE '' END AS retailer,
    ${sumWhere("visitor = 'person' AND qr_identifier <> ''")} AS scans,
    ${sumWhere("visitor = 'person' AND qr_identifier = ''")} AS clicks,
    ${sumWhere("visitor = 'robot'")} AS robots,
    ${sumWhere("visitor = 'preview'")} AS previews
  FROM visit JOIN links ON links.id = visit.link_id
    CROSS JOIN (VALUES ${dimensions.map((name) => `('${name}')`).join(", ")}) AS dimension
    CROSS JOIN (VALUES ${scopes.map((name) => `('${name}')`).join(", ")}) AS scope
  WHERE dimension.column1 <> 'qrCode' OR (qr_identifier <> '' AND scope.column1 = 'link')
  GROUP BY 1, 2, 3, 4, 5, 6, 7`;

/**
 * The statement that adds visits to `visit_totals`. `source` is a query for rows with the columns of a counter and
 * `visits`. Each dimension is summed up in one go, so that visits which came together write each total once.
 */
export const addTotals = (source: string): string => `INSERT INTO visit_totals (${KEY}, ${NUMBERS})
  ${totalsOf(source, ["hour", "device", "country", "qrCode"], ["link", "project"])}
  ON CONFLICT (${KEY}) DO UPDATE SET ${ADD_NUMBERS}`;

/**
 * The statements that add those of the same visits to the rankings whose totals are ranked already. They go into the
 * transaction that adds the visits to the totals.
 */
export const addToRankings = (source: string): string[] => {
  const late = `SELECT * FROM (${source}) WHERE substr(hour, 1, 10) <= (SELECT day FROM visit_ranking_state)`;
  return addRankings(rankedAmong(totalsOf(late, ["device", "qrCode"], ["link"])));
};
