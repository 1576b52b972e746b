import { onD1 } from "../platform/d1.ts";
import { carryCounts, carryLateCounts } from "./carry-counts.ts";
import { carryLists, carryRanks } from "./carry-rankings.ts";
import { carryTotals } from "./carry-totals.ts";

/** How far visits of the counters before visit_days are carried over; schema.sql describes the columns. */
export interface CarryState {
  phase: "counts" | "totals" | "lists" | "ranks" | "done";
  since: string;
  /** JSON, which the steps of the phase write and read. */
  place: string;
}

const FIND = "SELECT phase, since, place FROM visit_carry_state";
const STEPS_PER_RUN = 50;

/** The steps of each phase. Each is one transaction, which does nothing where another run has taken the step meanwhile. */
const STEPS = { counts: carryCounts, totals: carryTotals, lists: carryLists, ranks: carryRanks };

/**
 * Carries visits from the counters of the version before over to visit_days and visit_months: those of the last 90 days from
 * visit_counts, older ones from visit_totals, then the rankings. What the version before goes on to count is added after
 * that. Gives whether everything from before is carried over.
 */
export async function carryOver(db: D1Database): Promise<boolean> {
  await carryLateCounts(db);
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const state = await onD1(() => db.prepare(FIND).first<CarryState>());
    if (!state || state.phase === "done") return true;
    await STEPS[state.phase](db, state);
  }
  return false;
}
