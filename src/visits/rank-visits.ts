import { dayOf, HOUR_MS } from "../core/days.ts";
import { zoneOf } from "../core/zone.ts";
import { onD1 } from "../platform/d1.ts";
import { NUMBERS } from "./number-columns.ts";
import { rankedOf } from "./ranking-source.ts";
import { addRankings, firstKeptDay } from "./rankings.ts";

/**
 * When a day is ranked, in milliseconds after its end. Messages come again for less than three hours, so that nearly all
 * visits of the day are counted by then. What comes later is added to the rankings as it is counted.
 */
const RANKED_AFTER_MS = 4 * HOUR_MS;
/** Rows of one transaction, and transactions of one run. */
const PER_STEP = 2_000;
const STEPS_PER_RUN = 50;

/** Where the ranking is: the row of visit_days that was ranked last. */
interface RankPosition {
  day: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  retailer: string;
}

const REST = "organization_id, project_id, link_id, retailer";
const PLACE = `day, ${REST}`;
/**
 * The ranking is still there: no other run has gone on meanwhile. Of EXISTS, SQLite would make a join, and then sort the
 * rows.
 */
const UNMOVED = `(SELECT count(*) FROM visit_rank_state WHERE (${PLACE}) = (?3, ?4, ?5, ?6, ?7)) = 1`;

/**
 * The rows after that place, of the same day. The place is in parameters, because SQLite seeks to the value of parameters,
 * and not to that of a subquery.
 */
const NEXT = (columns: string): string => `SELECT ${columns}, ${REST} FROM visit_days
  WHERE day = ?3 AND (${REST}) > (?4, ?5, ?6, ?7) AND ${UNMOVED} ORDER BY ${REST}`;

const FIRST_DAY = (condition: string): string =>
  `SELECT day FROM visit_days WHERE ${condition} ORDER BY day LIMIT 1`;
const FIND = `SELECT ${PLACE} FROM visit_rank_state`;
const BEGIN = `INSERT INTO visit_rank_state (id, first_day, ${PLACE})
  SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM visit_months) THEN day ELSE '' END, day, '', '', '', '' FROM (${FIRST_DAY("day < ?1")}) WHERE TRUE ON CONFLICT DO NOTHING
  RETURNING ${PLACE}`;

const ADD = addRankings(rankedOf(`${NEXT(`day, ${NUMBERS}, counts`)} LIMIT ?1`));
/** Where the next step begins: after the last row of a full step; else the next day that is to be ranked; else the end of the day. */
const MOVE = `WITH next AS MATERIALIZED (
    SELECT 1 AS step, * FROM (${NEXT("day")} LIMIT 1 OFFSET ?1 - 1)
    UNION ALL SELECT 2, day, '', '', '', '' FROM (${FIRST_DAY("day > ?3 AND day < ?2")})
    UNION ALL SELECT 3, ?3, '~', '', '', '' WHERE ?4 <> '~')
  UPDATE visit_rank_state SET (${PLACE}) = (SELECT ${PLACE} FROM next ORDER BY step LIMIT 1)
  WHERE ${UNMOVED} AND EXISTS (SELECT 1 FROM next) RETURNING ${PLACE}`;

/** Blocks of ?2 days that are too old. The lists go with their last entry. */
const oldLists = (days: 1 | 8): string => `SELECT id FROM visit_rank_lists
  WHERE days = ${days} AND first_day < (SELECT ${firstKeptDay(days)} FROM visit_rank_state)`;
const FORGET = ([1, 8] as const).flatMap((days) => [
  `DELETE FROM visit_ranks WHERE (list_id, link_number, qr_identifier) IN (
    SELECT list_id, link_number, qr_identifier FROM (${oldLists(days)}) AS list
      CROSS JOIN visit_ranks ON list_id = list.id LIMIT ?1)`,
  `DELETE FROM visit_rank_lists WHERE id IN (
    SELECT id FROM (${oldLists(days)}) AS list WHERE NOT EXISTS (SELECT 1 FROM visit_ranks WHERE list_id = list.id) LIMIT ?1)`,
]);

/**
 * Adds the visits of days that are over to the rankings, and deletes short blocks that are no longer kept. Each step is one
 * transaction, so a run may end anywhere, and two may overlap.
 */
export async function rankVisits(db: D1Database, now: Date): Promise<void> {
  const before = await firstOpenDay(db, now);
  let place = await placeOf(db, before);
  let moved = false;
  for (let step = 0; place && step < STEPS_PER_RUN; step++) {
    const { day, organization_id, project_id, link_id, retailer } = place;
    const values = [day, organization_id, project_id, link_id, retailer];
    const move = db.prepare(MOVE).bind(PER_STEP, before, ...values);
    // The second parameter is that of the last statement.
    const add = ADD.map((sql) => db.prepare(sql).bind(PER_STEP, null, ...values));
    const results = await onD1(() => db.batch<RankPosition>([...add, move]));
    place = results.at(-1)?.results[0] ?? null;
    moved ||= place !== null;
  }
  if (moved) await forgetOldLists(db);
}

/** The first day that is not to be ranked yet: in one of the time zones of the organizations, it has not ended for long. */
async function firstOpenDay(db: D1Database, now: Date): Promise<string> {
  const statement = db.prepare("SELECT DISTINCT time_zone AS name FROM organizations");
  const { results } = await onD1(() => statement.all<{ name: string }>());
  const ended = new Date(now.getTime() - RANKED_AFTER_MS);
  const [first = dayOf(ended)] = results.map(({ name }) => zoneOf(name).dayOf(ended)).sort();
  return first;
}

/** Where the ranking is; null while there is no day to rank, or another run has just begun. */
async function placeOf(db: D1Database, before: string): Promise<RankPosition | null> {
  const place = await onD1(() => db.prepare(FIND).first<RankPosition>());
  return place ?? onD1(() => db.prepare(BEGIN).bind(before).first<RankPosition>());
}

/** Deletes blocks that are no longer kept. */
export async function forgetOldLists(db: D1Database): Promise<void> {
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const results = await onD1(() => db.batch(FORGET.map((sql) => db.prepare(sql).bind(PER_STEP))));
    if (results.every(({ meta }) => meta.changes === 0)) return;
  }
}
