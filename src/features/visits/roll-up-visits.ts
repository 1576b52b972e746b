import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import { ROLL_UP_DAYS } from "./counter-statements.ts";
import { HOURS_KEPT_DAYS } from "./visit-range.ts";

/** Two extra days, because a query for the last 90 days may begin within a day, and because of time zones. */
const DAYS_KEPT = HOURS_KEPT_DAYS + 2;

/** Rows per transaction, which takes half a second if all have thousands of kinds of visits; and transactions per run. */
const ROWS_PER_STEP = 100;
const STEPS_PER_RUN = 100;

/**
 * Job: rolls up days older than 90 days into months. Each step is one transaction, so a run may be interrupted, and runs may
 * overlap.
 */
export async function rollUpVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const firstKept = dayOf(new Date(now().getTime() - DAYS_KEPT * DAY_MS));
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const rollUp = ROLL_UP_DAYS.map((sql) => db.prepare(sql).bind(firstKept, ROWS_PER_STEP));
    const results = await runBatch(db, rollUp);
    if (results.at(-1)?.meta.changes === 0) break;
  }
}
