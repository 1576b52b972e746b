import { ADD_DAYS } from "../../src/features/visits/counter-statements.ts";
import type { DayAddition } from "../../src/features/visits/day-rows.ts";

/** Adds rows to visit_days; what is not named is a link in project main of acme, to which nobody came. */
export async function addRows(db: D1Database, rows: readonly Partial<DayAddition>[]): Promise<void> {
  const whole = rows.map((row) => ({
    ...{
      day: "2026-11-21",
      organization_id: "acme",
      project_id: "main",
      link_id: "lnk_1",
      retailer: "custom",
    },
    ...{
      scans: 0,
      clicks: 0,
      robots: 0,
      previews: 0,
      taps: 0,
      counts: {},
      totals: {},
      apart: {},
      visitors: {},
    },
    ...row,
  }));
  await db.batch(ADD_DAYS.map((sql) => db.prepare(sql).bind(JSON.stringify(whole))));
}
