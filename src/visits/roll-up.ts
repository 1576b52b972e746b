import { DAY_MS } from "../core/days.ts";
import { onD1 } from "../platform/d1.ts";
import { rankVisits } from "./rank-visits.ts";
import { addToRankings, addTotals, COUNTER_COLUMNS } from "./totals.ts";

/** How long visits are kept by the hour, in days. Totals by the day are kept without limit. */
export const HOURS_KEPT_DAYS = 90;

/** Counters or hours of one transaction, and transactions of one run. */
const PER_STEP = 2_000;
const STEPS_PER_RUN = 50;

const NOT_TOTALLED = `FROM visit_counts WHERE visits > totalled ORDER BY ${COUNTER_COLUMNS} LIMIT ?1`;
const MISSING = `SELECT ${COUNTER_COLUMNS}, visits - totalled AS visits ${NOT_TOTALLED}`;
const NOTE_TOTALLED = `UPDATE visit_counts SET totalled = visits
  WHERE (${COUNTER_COLUMNS}) IN (SELECT ${COUNTER_COLUMNS} ${NOT_TOTALLED})`;

const TOTAL_KEY = "dimension, period, organization_id, project_id, link_id, value, retailer";
/** The oldest hours that have visits. They also identify the counters to delete, which are ordered by link. */
const OLD_HOURS = `FROM visit_totals WHERE dimension = 'hour' AND period < ?1 ORDER BY ${TOTAL_KEY} LIMIT ?2`;
/** Visits that are not in the totals yet are not deleted. */
const DELETE_COUNTERS = `DELETE FROM visit_counts
  WHERE (link_id, hour) IN (SELECT link_id, period ${OLD_HOURS}) AND visits = totalled`;
const DELETE_HOURS = `DELETE FROM visit_totals
  WHERE (${TOTAL_KEY}) IN (SELECT ${TOTAL_KEY} ${OLD_HOURS})`;

/**
 * Job: first adds to the totals what was counted without them, then ranks days that are over, then deletes hours of more
 * than 90 days ago, whose visits the totals by the day hold. Each step is one transaction, so a run may end anywhere, and two may overlap.
 */
export async function rollUpVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  await repeat(db, [addTotals(MISSING), ...addToRankings(MISSING), NOTE_TOTALLED], [PER_STEP]);
  await rankVisits(db, now());
  // One day more, because a query for the last 90 days may begin within a day.
  const before = new Date(now().getTime() - (HOURS_KEPT_DAYS + 1) * DAY_MS).toISOString().slice(0, 13);
  await repeat(db, [DELETE_COUNTERS, DELETE_HOURS], [before, PER_STEP]);
}

/** Repeats a step until its last statement changes fewer rows than its limit. */
async function repeat(
  db: D1Database,
  statements: readonly string[],
  values: readonly (string | number)[],
): Promise<void> {
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const results = await onD1(() =>
      db.batch(statements.map((statement) => db.prepare(statement).bind(...values))),
    );
    if ((results.at(-1)?.meta.changes ?? 0) < PER_STEP) return;
  }
}
