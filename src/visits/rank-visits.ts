import { dayOf, HOUR_MS } from "../core/days.ts";
import { onD1 } from "../platform/d1.ts";
import { NUMBERS } from "./number-columns.ts";
import { addRankings, FIRST_KEPT_DAY } from "./rankings.ts";

/**
 * When a day is ranked, in milliseconds after its end. Messages come again for less than three hours, so that nearly all
 * visits of the day are counted by then. What comes later is added to the rankings as it is counted.
 */
const RANKED_AFTER_MS = 4 * HOUR_MS;

/** Whether totals of this day may be ranked already. An hour allows for clocks that differ. */
export const mayBeRanked = (day: string, now: Date): boolean =>
  day < dayOf(new Date(now.getTime() - RANKED_AFTER_MS + HOUR_MS));

/** Totals of one transaction, and transactions of one run. */
const PER_STEP = 2_000;
const STEPS_PER_RUN = 50;

/** Where the ranking is: the total that was ranked last. */
interface Place {
  day: string;
  dimension: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  value: string;
  retailer: string;
}

const REST = "organization_id, project_id, link_id, value, retailer";
const PLACE = `day, dimension, ${REST}`;
/**
 * The ranking is still there: no other run has gone on meanwhile. Of EXISTS, SQLite would make a join, and then sort the
 * totals.
 */
const UNMOVED = `(SELECT count(*) FROM visit_ranking_state WHERE (${PLACE}) = (?3, ?4, ?5, ?6, ?7, ?8, ?9)) = 1`;

/**
 * The totals after that place, of the same day and dimension. The place is in parameters, because SQLite seeks to the
 * value of parameters, and not to that of a subquery.
 */
const NEXT = (columns: string): string => `SELECT ${columns}, ${REST} FROM visit_totals
  WHERE dimension = ?4 AND period = ?3 AND (${REST}) > (?5, ?6, ?7, ?8, ?9) AND ${UNMOVED} ORDER BY ${REST}`;

const FIRST_DAY = (condition: string): string =>
  `SELECT period AS day FROM visit_totals WHERE dimension = 'device' AND ${condition} ORDER BY period LIMIT 1`;
const FIND = `SELECT ${PLACE} FROM visit_ranking_state WHERE id = 1`;
const BEGIN = `INSERT INTO visit_ranking_state (id, ${PLACE})
  SELECT 1, day, 'device', '', '', '', '', '' FROM (${FIRST_DAY("period < ?1")}) WHERE TRUE ON CONFLICT DO NOTHING
  RETURNING ${PLACE}`;

const ADD = addRankings(`${NEXT(`period, dimension, ${NUMBERS}`)} LIMIT ?1`);
/**
 * Where the next step begins: after the last total of a full step; else with the QR codes of the same day, with the next
 * day that has visits and is to be ranked, or at the end of the day.
 */
const MOVE = `WITH next AS MATERIALIZED (
    SELECT 1 AS step, * FROM (${NEXT("period AS day, dimension")} LIMIT 1 OFFSET ?1 - 1)
    UNION ALL SELECT 2, ?3, 'qrCode', '', '', '', '', '' WHERE ?4 = 'device'
    UNION ALL SELECT 3, day, 'device', '', '', '', '', '' FROM (${FIRST_DAY("period > ?3 AND period < ?2")})
    UNION ALL SELECT 4, ?3, '~', '', '', '', '', '' WHERE ?4 = 'qrCode')
  UPDATE visit_ranking_state SET (${PLACE}) = (SELECT ${PLACE} FROM next ORDER BY step LIMIT 1)
  WHERE ${UNMOVED} AND EXISTS (SELECT 1 FROM next) RETURNING ${PLACE}`;

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
  const before = dayOf(new Date(now.getTime() - RANKED_AFTER_MS));
  let place = await placeOf(db, before);
  let moved = false;
  for (let step = 0; place && step < STEPS_PER_RUN; step++) {
    const { day, dimension, organization_id, project_id, link_id, value, retailer } = place;
    const values = [day, dimension, organization_id, project_id, link_id, value, retailer];
    const move = db.prepare(MOVE).bind(PER_STEP, before, ...values);
    // The second parameter is that of the last statement.
    const add = ADD.map((sql) => db.prepare(sql).bind(PER_STEP, null, ...values));
    const results = await onD1(() => db.batch<Place>([...add, move]));
    place = results.at(-1)?.results[0] ?? null;
    moved ||= place !== null;
  }
  if (moved) await forgetOldLists(db);
}

/** Where the ranking is; null while there is no day to rank, or another run has just begun. */
async function placeOf(db: D1Database, before: string): Promise<Place | null> {
  const place = await onD1(() => db.prepare(FIND).first<Place>());
  return place ?? onD1(() => db.prepare(BEGIN).bind(before).first<Place>());
}

async function forgetOldLists(db: D1Database): Promise<void> {
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const results = await onD1(() => db.batch(FORGET.map((sql) => db.prepare(sql).bind(PER_STEP))));
    if (results.every(({ meta }) => meta.changes === 0)) return;
  }
}
