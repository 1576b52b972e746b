import { DAY_MS, dayOf } from "../core/days.ts";
import { dayAfter } from "../core/zone.ts";
import { onD1 } from "../platform/d1.ts";
import type { CarryState } from "./carry-over.ts";
import { isUnmoved, moveTo, unmovedValue } from "./carry-place.ts";
import { NUMBERS } from "./number-columns.ts";
import { BLOCKS_KEPT } from "./rankings.ts";

/** Lists or entries of one step. */
const PER_STEP = 2_000;
const LONGEST_BLOCK = 64;

const STATE = "SELECT day FROM visit_ranking_state";
const LISTS = `SELECT id FROM visit_ranking_lists WHERE id > ?1 ORDER BY id LIMIT ${PER_STEP}`;
/** Lists of the blocks that ended before ?3, of those that are kept. */
const ADD_LISTS = `INSERT INTO visit_rank_lists (id, days, first_day, kind, organization_id, project_id, ${NUMBERS})
  SELECT id, days, first_day, kind, organization_id, project_id, ${NUMBERS} FROM visit_ranking_lists
  WHERE id > ?1 AND id <= ?2 AND first_day < ?3 AND first_day >= CASE days WHEN 1 THEN ?4 WHEN 8 THEN ?5 ELSE '' END
    AND ${isUnmoved(6)}`;

const KEY = "list_id, link_id, qr_identifier";
const NEXT = `SELECT ${KEY}, ${NUMBERS} FROM visit_rankings WHERE (${KEY}) > (?1, ?2, ?3) ORDER BY ${KEY} LIMIT ${PER_STEP}`;
const LAST = `SELECT ${KEY} FROM (${NEXT}) ORDER BY ${KEY.replaceAll(",", " DESC,")} DESC LIMIT 1`;
const COPIED = `SELECT entry.* FROM (${NEXT}) AS entry CROSS JOIN visit_rank_lists AS list ON list.id = entry.list_id
  WHERE ${isUnmoved(4)}`;
const ADD_LINKS = `INSERT INTO visit_rank_links (link_id) SELECT DISTINCT link_id FROM (${COPIED}) WHERE TRUE
  ON CONFLICT (link_id) DO NOTHING`;
const ADD_RANKS = `INSERT INTO visit_ranks (list_id, link_number, qr_identifier, ${NUMBERS})
  SELECT list_id, number, qr_identifier, ${NUMBERS} FROM (${COPIED}) AS copied
    CROSS JOIN visit_rank_links AS link ON link.link_id = copied.link_id`;
const BEGIN = `INSERT INTO visit_rank_state (id, first_day, day, organization_id, project_id, link_id, retailer)
  VALUES (1, '', ?1, '~', '', '', '') ON CONFLICT DO NOTHING`;

/**
 * The first day that is ranked anew, from visit_days: the first of the longest block that was not complete, as some of the
 * visits of its last day may be in it and some not. Null where nothing was ranked, or so long ago that visit_days does not
 * have that day; then all of it is ranked anew.
 */
async function firstRankedAnew(db: D1Database, { since }: CarryState): Promise<string | null> {
  const state = await onD1(() => db.prepare(STATE).first<{ day: string }>());
  if (!state) return null;
  const number = Date.parse(`${state.day}T00:00:00Z`) / DAY_MS;
  const first = dayOf(new Date((number - (number % LONGEST_BLOCK)) * DAY_MS));
  return first >= since ? first : null;
}

/** Copies lists of rankings, in order of their id. */
export async function carryLists(db: D1Database, state: CarryState): Promise<void> {
  const first = await firstRankedAnew(db, state);
  if (first === null) {
    await onD1(() => db.batch([moveTo(db, state, { phase: "done", place: [] })]));
    return;
  }
  // Only this file writes the place of this phase.
  const [after = 0] = JSON.parse(state.place) as [number?];
  const { results } = await onD1(() => db.prepare(LISTS).bind(after).all<{ id: number }>());
  const last = results.at(-1)?.id;
  const move = last === undefined ? { phase: "ranks" as const, place: [] } : { place: [last] };
  const kept = [dayAfter(first, -BLOCKS_KEPT[1]), dayAfter(first, -BLOCKS_KEPT[8])];
  const add = db.prepare(ADD_LISTS).bind(after, last ?? after, first, ...kept, unmovedValue(state));
  await onD1(() => db.batch([add, moveTo(db, state, move)]));
}

/** Copies the entries of these lists. When all are copied, ranking goes on with the first day that is not in them. */
export async function carryRanks(db: D1Database, state: CarryState): Promise<void> {
  const [list = 0, link = "", code = ""] = JSON.parse(state.place) as [number?, string?, string?];
  const values = [list, link, code] as const;
  const statement = db.prepare(LAST).bind(...values);
  const last = await onD1(() =>
    statement.first<{ list_id: number; link_id: string; qr_identifier: string }>(),
  );
  if (!last) {
    const first = await firstRankedAnew(db, state);
    const begin = db.prepare(BEGIN).bind(first && dayAfter(first, -1));
    await onD1(() => db.batch([...(first ? [begin] : []), moveTo(db, state, { phase: "done", place: [] })]));
    return;
  }
  const adds = [ADD_LINKS, ADD_RANKS].map((sql) => db.prepare(sql).bind(...values, unmovedValue(state)));
  const place = [last.list_id, last.link_id, last.qr_identifier];
  await onD1(() => db.batch([...adds, moveTo(db, state, { place })]));
}
