/** The columns of a counter, in the order of its key. */
export const COUNTER_COLUMNS = "link_id, hour, qr_identifier, country, device, visitor";

const KEY = "dimension, period, organization_id, project_id, link_id, value, retailer";

/** Visits of one kind in the result of a query. */
const sumWhere = (condition: string): string => `sum(CASE WHEN ${condition} THEN visits ELSE 0 END)`;

/**
 * The statement that adds visits to `visit_totals`. `source` is a query for rows with the columns of a counter and
 * `visits`; organization, project and retailer are those that the link has now. Visits of unknown links have none
 * of these and are in no total. Each dimension is summed up in one go, so that visits which came together write each
 * total once. A visit without a QR code writes no total by QR code: those are the total minus the codes.
 */
export const addTotals = (source: string): string => `WITH visit AS MATERIALIZED (${source})
  INSERT INTO visit_totals (${KEY}, scans, clicks, robots, previews)
  SELECT dimension.column1 AS dimension,
    CASE dimension.column1 WHEN 'hour' THEN hour ELSE substr(hour, 1, 10) END AS period,
    organization_id, project_id,
    CASE scope.column1 WHEN 'link' THEN visit.link_id ELSE '' END AS link_id,
    CASE dimension.column1
      WHEN 'device' THEN device WHEN 'country' THEN country WHEN 'qrCode' THEN qr_identifier ELSE '' END AS value,
    CASE dimension.column1 WHEN 'device' THEN links.retailer ELSE '' END AS retailer,
    ${sumWhere("visitor = 'person' AND qr_identifier <> ''")},
    ${sumWhere("visitor = 'person' AND qr_identifier = ''")},
    ${sumWhere("visitor = 'robot'")},
    ${sumWhere("visitor = 'preview'")}
  FROM visit JOIN links ON links.id = visit.link_id
    CROSS JOIN (VALUES ('hour'), ('device'), ('country'), ('qrCode')) AS dimension
    CROSS JOIN (VALUES ('link'), ('project')) AS scope
  WHERE dimension.column1 <> 'qrCode' OR (qr_identifier <> '' AND scope.column1 = 'link')
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (${KEY}) DO UPDATE SET scans = scans + excluded.scans, clicks = clicks + excluded.clicks,
    robots = robots + excluded.robots, previews = previews + excluded.previews`;
