import { carryOver } from "./carry-over.ts";
import { foldDays } from "./fold-days.ts";
import { packMonths } from "./pack-months.ts";
import { rankVisits } from "./rank-visits.ts";

/**
 * Job: first carries over what was counted before visit_days, then ranks days that are over, then puts days of more than 90
 * days ago into their months, then packs months that are over. Each step is one transaction, so a run may end anywhere, and two may overlap.
 */
export async function keepVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  if (!(await carryOver(db))) return;
  await rankVisits(db, now());
  await foldDays(db, now());
  await packMonths(db, now());
}
