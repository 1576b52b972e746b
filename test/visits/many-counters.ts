import { ADD_DAYS } from "../../src/features/visits/counter-statements.ts";
import { DayAdditions } from "../../src/features/visits/day-rows.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { jsonRows } from "../../src/ground/platform/json-rows.ts";

/** The first of DAYS days with counters. */
export const FIRST_DAY = Date.parse("2026-10-01T00:00:00.000Z");
export const DAYS = 30;
const COUNTRIES = 20;
const DEVICES = 3;
const CODES = 12;
/** Counters of a link and day: each hour, country, device and QR code with each other. */
const COUNTERS_A_DAY = 24 * COUNTRIES * DEVICES * CODES;

const DEVICE_NAMES = ["phone", "tablet", "desktop"] as const;

/** Visits of every `step`th kind. Gives the number of kinds. */
export async function fill(DB: D1Database, linkIds: readonly string[], step: number): Promise<number> {
  await DB.prepare("DELETE FROM visit_days").run();
  let kinds = 0;
  for (let index = 0; index < DAYS; index++) {
    const day = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
    const rows = new DayAdditions();
    for (const linkId of linkIds) {
      const owner = { organizationId: "acme", projectId: "main", linkId, retailer: "custom" };
      for (let n = 0; n < COUNTERS_A_DAY; n += step) {
        rows.addVisits(owner, {
          at: { day, hour: Math.floor(n / (COUNTRIES * DEVICES * CODES)) },
          code: `code-${Math.floor(n / (COUNTRIES * DEVICES)) % CODES}`,
          country: `${String.fromCharCode(65 + (n % COUNTRIES))}A`,
          device: DEVICE_NAMES[Math.floor(n / COUNTRIES) % DEVICES] ?? "desktop",
          visitor: "person",
          visits: 1,
        });
        kinds++;
      }
    }
    for (const part of jsonRows(rows.rows()))
      await DB.batch(ADD_DAYS.map((sql) => DB.prepare(sql).bind(part)));
  }
  return kinds;
}
