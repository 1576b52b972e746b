import { foldDays } from "./fold-days.ts";
import { packMonths } from "./pack-months.ts";
import { rankVisits } from "./rank-visits.ts";

/**
 * Job: ranks days that are over, moves days older than 90 days into their months, and packs months that are over. Each
 * step is one transaction, so a run may end anywhere and two may overlap.
 */
export async function keepVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  await rankVisits(db, now());
  await foldDays(db, now());
  await packMonths(db, now());
}
