import { onD1 } from "../platform/d1.ts";
import { jsonRows } from "../platform/json-rows.ts";
import type { CarryState } from "./carry-over.ts";
import { isUnmoved, moveTo, unmovedValue } from "./carry-place.ts";
import { type CarriedCount, type RetailerTotal, retailersOf, TOTALS_OF_DAYS } from "./carry-retailers.ts";
import { type CountedVisits, DayRows } from "./day-rows.ts";
import { addDays } from "./day-statements.ts";
import { addLateToRankings } from "./ranking-source.ts";

/** Counters of one step. A step ends with a whole day of a link. */
const PER_STEP = 2_000;

const COUNT_KEY = "link_id, hour, qr_identifier, country, device, visitor";
const COUNTS = (condition: string, limit: string): string => `SELECT counter.link_id AS linkId, counter.hour,
    counter.qr_identifier AS code, counter.country, counter.device, counter.visitor,
    counter.visits - coalesce(late.visits, 0) AS visits,
    links.organization_id AS organizationId, links.project_id AS projectId, links.retailer
  FROM visit_counts AS counter LEFT JOIN visit_late_counts AS late USING (${COUNT_KEY})
    LEFT JOIN links ON links.id = counter.link_id
  WHERE ${condition} ORDER BY counter.link_id, counter.hour ${limit}`;
const NEXT = COUNTS("(counter.link_id, counter.hour) > (?1, ?2)", `LIMIT ${PER_STEP + 1}`);
const OF_DAY = COUNTS("counter.link_id = ?1 AND counter.hour >= ?2 AND counter.hour < ?2 || 'T~'", "");
const ADD = addDays(isUnmoved(2));

/** Carries the next counters over, in order of link and hour. */
export async function carryCounts(db: D1Database, state: CarryState): Promise<void> {
  // Only this file writes the place of this phase.
  const [linkId = "", hour = ""] = JSON.parse(state.place) as [string?, string?];
  const counts = await nextCounts(db, linkId, hour);
  const last = counts.at(-1);
  if (!last) {
    await onD1(() => db.batch([moveTo(db, state, { phase: "totals", place: [] })]));
    return;
  }
  const recent = counts.filter(
    (count) => count.visits > 0 && count.hour >= state.since && count.organizationId,
  );
  const rows = new DayRows();
  for (const { count, retailer, visits } of retailersOf(recent, await totalsOf(db, recent))) {
    rows.addVisits({ ...count, retailer }, { ...visitsOf(count), visits });
  }
  const adds = jsonRows(rows.rows()).map((part) => db.prepare(ADD).bind(part, unmovedValue(state)));
  const place = [last.linkId, last.hour];
  await onD1(() => db.batch([...adds, moveTo(db, state, { place })]));
}

/** The counters after a place, up to the end of a day of a link. */
async function nextCounts(db: D1Database, linkId: string, hour: string): Promise<CarriedCount[]> {
  const { results } = await onD1(() => db.prepare(NEXT).bind(linkId, hour).all<CarriedCount>());
  const last = results.at(-1);
  if (!last || results.length <= PER_STEP) return results;
  const day = last.hour.slice(0, 10);
  const whole = results.filter((count) => count.linkId !== last.linkId || !count.hour.startsWith(day));
  if (whole.length > 0) return whole;
  return (await onD1(() => db.prepare(OF_DAY).bind(last.linkId, day).all<CarriedCount>())).results;
}

async function totalsOf(db: D1Database, counts: readonly CarriedCount[]): Promise<RetailerTotal[]> {
  const days = new Map(
    counts.map(({ linkId, hour, organizationId, projectId }) => {
      const day = hour.slice(0, 10);
      return [`${linkId} ${day}`, [day, organizationId, projectId, linkId]];
    }),
  );
  const statement = db.prepare(TOTALS_OF_DAYS).bind(JSON.stringify([...days.values()]));
  return (await onD1(() => statement.all<RetailerTotal>())).results;
}

/** Hours were counted in UTC. */
const visitsOf = ({ hour, code, country, device, visitor }: CarriedCount): Omit<CountedVisits, "visits"> => ({
  at: { day: hour.slice(0, 10), hour: Number(hour.slice(11)) },
  ...{ code, country, device, visitor },
});

const LATE = `SELECT late.link_id AS linkId, hour, qr_identifier AS code, country, device, visitor, visits, carried,
    links.organization_id AS organizationId, links.project_id AS projectId, links.retailer
  FROM visit_late_counts AS late LEFT JOIN links ON links.id = late.link_id
  WHERE visits > carried ORDER BY late.link_id LIMIT ${PER_STEP}`;
/** No other run has carried any of them meanwhile. */
const UNCARRIED = "(SELECT total(carried) FROM visit_late_counts) = ?2";
const CARRIED = "SELECT total(carried) AS carried FROM visit_late_counts";
const ADD_LATE = addDays(UNCARRIED);
const NOTE_LATE = `UPDATE visit_late_counts SET carried = given.visits
  FROM (SELECT value ->> 0 AS link_id, value ->> 1 AS hour, value ->> 2 AS qr_identifier, value ->> 3 AS country,
    value ->> 4 AS device, value ->> 5 AS visitor, value ->> 6 AS visits FROM json_each(?1)) AS given
  WHERE (${COUNT_KEY.split(", ")
    .map((name) => `visit_late_counts.${name}`)
    .join(", ")})
    = (${COUNT_KEY.split(", ")
      .map((name) => `given.${name}`)
      .join(", ")}) AND ${UNCARRIED}`;

/** Adds what the version before has counted since visits are carried over. Links lead to the retailer that they have now. */
export async function carryLateCounts(db: D1Database): Promise<void> {
  const [late, sum] = await onD1(() => db.batch([db.prepare(LATE), db.prepare(CARRIED)]));
  // The columns of the statements above.
  const counts = (late?.results ?? []) as (CarriedCount & { carried: number })[];
  const [{ carried = 0 } = {}] = (sum?.results ?? []) as { carried?: number }[];
  if (counts.length === 0) return;
  const rows = new DayRows();
  for (const count of counts) {
    if (!count.organizationId) continue;
    rows.addVisits(count, { ...visitsOf(count), visits: count.visits - count.carried });
  }
  const noted = counts.map(({ linkId, hour, code, country, device, visitor, visits }) => [
    ...[linkId, hour, code, country, device, visitor, visits],
  ]);
  const adds = jsonRows(rows.rows()).flatMap((part) => [
    db.prepare(ADD_LATE).bind(part, carried),
    ...LATE_RANKS.map((sql) => db.prepare(sql).bind(part, carried)),
  ]);
  await onD1(() => db.batch([...adds, db.prepare(NOTE_LATE).bind(JSON.stringify(noted), carried)]));
}

/** The same guard holds for the rankings. */
const LATE_RANKS = addLateToRankings(UNCARRIED);
