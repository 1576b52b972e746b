import { onD1 } from "../platform/d1.ts";
import { addRankings, FIRST_KEPT_DAY } from "./rankings.ts";

/**
 * When a day is ranked, in milliseconds after its end. Messages come again for less than three hours, so that nearly all
 * visits of the day are counted by then. What comes later is added to the rankings as it is counted.
 */
const RANKED_AFTER_MS = 4 * 60 * 60 * 1_000;

/** Totals of one transaction, and transactions of one run. */
const PER_STEP = 2_000;
const STEPS_PER_RUN = 50;

const PLACE = ["period", "dimension", "organization_id", "project_id", "link_id", "value", "retailer"];

/** The totals after the one that was ranked last, of the same day and dimension. */
const NEXT = (columns: readonly string[]): string => `SELECT ${columns.map((name) => `total.${name}`).join(", ")}
  FROM visit_ranking_state AS state CROSS JOIN visit_totals AS total
  WHERE total.dimension = state.dimension AND total.period = state.day
    AND (total.organization_id, total.project_id, total.link_id, total.value, total.retailer)
      > (state.organization_id, state.project_id, state.link_id, state.value, state.retailer)
  ORDER BY total.organization_id, total.project_id, total.link_id, total.value, total.retailer`;

const FIRST_DAY = "SELECT min(period) AS day FROM visit_totals WHERE dimension = 'device'";
const BEGIN = `INSERT INTO visit_ranking_state
    (id, day, dimension, organization_id, project_id, link_id, value, retailer)
  SELECT 1, day, 'device', '', '', '', '', '' FROM (${FIRST_DAY}) WHERE day < ?2 AND ?1 > 0
  ON CONFLICT DO NOTHING`;

/**
 * Where the next step begins: after the last total of a full step; else with the QR codes of the same day, with the next
 * day that has visits and is to be ranked, or at the end of the day.
 */
const MOVE = `WITH next AS MATERIALIZED (
    SELECT 1 AS place, * FROM (${NEXT(PLACE)} LIMIT 1 OFFSET ?1 - 1)
    UNION ALL SELECT 2, day, 'qrCode', '', '', '', '', '' FROM visit_ranking_state WHERE dimension = 'device'
    UNION ALL SELECT 3, day, 'device', '', '', '', '', '' FROM
      (${FIRST_DAY} AND period > (SELECT day FROM visit_ranking_state) AND period < ?2) WHERE day IS NOT NULL
    UNION ALL SELECT 4, day, '~', '', '', '', '', '' FROM visit_ranking_state WHERE dimension = 'qrCode')
  UPDATE visit_ranking_state SET (day, ${PLACE.slice(1).join(", ")})
    = (SELECT ${PLACE.join(", ")} FROM next ORDER BY place LIMIT 1)
  WHERE EXISTS (SELECT 1 FROM next)`;

const STEP = [BEGIN, ...addRankings(`${NEXT([...PLACE, "scans", "clicks", "robots", "previews"])} LIMIT ?1`), MOVE];

/** Blocks of one day that are too old. The lists go with their last entry. */
const OLD_LISTS = `SELECT id FROM visit_ranking_lists
  WHERE days = 1 AND first_day < (SELECT ${FIRST_KEPT_DAY} FROM visit_ranking_state)`;
const FORGET = [
  `DELETE FROM visit_rankings WHERE (list_id, link_id, qr_identifier) IN (
    SELECT list_id, link_id, qr_identifier FROM (${OLD_LISTS}) AS list
      CROSS JOIN visit_rankings ON list_id = list.id LIMIT ?1)`,
  `DELETE FROM visit_ranking_lists WHERE id IN (
    SELECT id FROM (${OLD_LISTS}) AS list WHERE NOT EXISTS (SELECT 1 FROM visit_rankings WHERE list_id = list.id) LIMIT ?1)`,
];

/**
 * Adds the totals of days that are over to the rankings, and deletes blocks of one day that are no longer kept. Each step
 * is one transaction, so a run may end anywhere, and two may overlap.
 */
export async function rankVisits(db: D1Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RANKED_AFTER_MS).toISOString().slice(0, 10);
  const hasRanked = await repeat(db, STEP, [PER_STEP, before]);
  if (hasRanked) await repeat(db, FORGET, [PER_STEP]);
}

/** Repeats a step until it has nothing to do. Gives whether it had something to do at first. */
async function repeat(
  db: D1Database,
  statements: readonly string[],
  values: readonly (string | number)[],
): Promise<boolean> {
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const results = await onD1(() =>
      db.batch(
        statements.map((sql) => db.prepare(sql).bind(...values.slice(0, sql.includes("?2") ? 2 : 1))),
      ),
    );
    if (results.every(({ meta }) => meta.changes === 0)) return step > 0;
  }
  return true;
}
