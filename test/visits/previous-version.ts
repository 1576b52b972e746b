import type { Visits } from "./visit-messages.ts";

/** How the version before visit_days counted: what its statements wrote, for the tests of carrying visits over. */

const NUMBERS = "scans, clicks, robots, previews";
const KEY = "dimension, period, organization_id, project_id, link_id, value, retailer";
const GIVEN = `SELECT value ->> 0 AS link_id, value ->> 1 AS hour, value ->> 2 AS qr_identifier, value ->> 3 AS country,
  value ->> 4 AS device, value ->> 5 AS visitor, value ->> 6 AS visits FROM json_each(?1)`;

const COUNT = `INSERT INTO visit_counts (link_id, hour, qr_identifier, country, device, visitor, visits, totalled)
  SELECT link_id, hour, qr_identifier, country, device, visitor, visits, visits FROM (${GIVEN}) WHERE TRUE
  ON CONFLICT (link_id, hour, qr_identifier, country, device, visitor)
  DO UPDATE SET visits = visits + excluded.visits, totalled = totalled + excluded.totalled`;

const sumWhere = (condition: string): string => `sum(CASE WHEN ${condition} THEN visits ELSE 0 END)`;
const TOTAL = `INSERT INTO visit_totals (${KEY}, ${NUMBERS})
  SELECT dimension.column1,
    CASE dimension.column1 WHEN 'hour' THEN hour ELSE substr(hour, 1, 10) END, organization_id, project_id,
    CASE scope.column1 WHEN 'link' THEN visit.link_id ELSE '' END,
    CASE dimension.column1 WHEN 'device' THEN device WHEN 'country' THEN country WHEN 'qrCode' THEN qr_identifier ELSE '' END,
    CASE dimension.column1 WHEN 'device' THEN links.retailer ELSE '' END,
    ${sumWhere("visitor = 'person' AND qr_identifier <> ''")}, ${sumWhere("visitor = 'person' AND qr_identifier = ''")},
    ${sumWhere("visitor = 'robot'")}, ${sumWhere("visitor = 'preview'")}
  FROM (${GIVEN}) AS visit JOIN links ON links.id = visit.link_id
    CROSS JOIN (VALUES ('hour'), ('device'), ('country'), ('qrCode')) AS dimension
    CROSS JOIN (VALUES ('link'), ('project')) AS scope
  WHERE dimension.column1 <> 'qrCode' OR (qr_identifier <> '' AND scope.column1 = 'link')
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (${KEY}) DO UPDATE SET ${NUMBERS.split(", ")
    .map((name) => `${name} = ${name} + excluded.${name}`)
    .join(", ")}`;

/** The lists of rankings of all totals of days up to `last`, in blocks of 1, 8 and 64 days. */
const RANK = `INSERT INTO visit_ranking_lists (days, first_day, kind, organization_id, project_id, ${NUMBERS})
  SELECT block.column1, date((unixepoch(period) / 86400 - unixepoch(period) / 86400 % block.column1) * 86400, 'unixepoch'),
    CASE dimension WHEN 'device' THEN 'link' ELSE 'qrCode' END, organization_id, project_id,
    sum(scans), sum(clicks), sum(robots), sum(previews)
  FROM visit_totals CROSS JOIN (VALUES (1), (8), (64)) AS block
  WHERE dimension IN ('device', 'qrCode') AND link_id <> '' AND period <= ?1 GROUP BY 1, 2, 3, 4, 5`;
const ENTER = `INSERT INTO visit_rankings (list_id, link_id, qr_identifier, ${NUMBERS})
  SELECT list.id, link_id, CASE kind WHEN 'link' THEN '' ELSE value END,
    sum(total.scans), sum(total.clicks), sum(total.robots), sum(total.previews)
  FROM visit_ranking_lists AS list CROSS JOIN visit_totals AS total
    ON dimension = CASE kind WHEN 'link' THEN 'device' ELSE 'qrCode' END
      AND period BETWEEN first_day AND min(?1, date(first_day, '+' || (days - 1) || ' days'))
      AND total.organization_id = list.organization_id AND total.project_id = list.project_id AND link_id <> ''
  GROUP BY 1, 2, 3`;
const RANKED = `INSERT INTO visit_ranking_state (id, day, dimension, organization_id, project_id, link_id, value, retailer)
  VALUES (1, ?1, '~', '', '', '', '', '')`;

/** Counts visits. Triggers of the migration see them as what the version before counts after it. */
export async function countAsBefore(db: D1Database, visits: readonly Required<Visits>[]): Promise<void> {
  const rows = visits.map(({ linkId, hour, qr, country, device, visitor, visits: number }) => [
    ...[linkId, hour, qr, country, visitor === "person" ? device : "other", visitor, number],
  ]);
  await db.batch([COUNT, TOTAL].map((sql) => db.prepare(sql).bind(JSON.stringify(rows))));
}

/** Ranks all days up to one. */
export async function rankAsBefore(db: D1Database, last: string): Promise<void> {
  await db.batch([RANK, ENTER, RANKED].map((sql) => db.prepare(sql).bind(last)));
}

/** Makes what was counted so far what the version before had counted before the migration. */
export async function migrateNow(db: D1Database, since: string): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM visit_late_counts"),
    db.prepare("UPDATE visit_carry_state SET phase = 'counts', since = ?1, place = '[]'").bind(since),
  ]);
}
