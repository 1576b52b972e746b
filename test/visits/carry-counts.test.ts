import { beforeEach, expect, test } from "vitest";
import { carryOver } from "../../src/visits/carry-over.ts";
import { countAsBefore, migrateNow } from "./previous-version.ts";
import type { Visits } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const visits = (hour: string, more: Partial<Visits> = {}): Required<Visits> => ({
  ...{ linkId: LINK.second, hour, qr: "", country: "US", device: "phone", visitor: "person", visits: 1 },
  ...more,
});
const carried = async (columns = "day, clicks"): Promise<unknown[][]> => {
  for (let runs = 0; runs < 3 && !(await carryOver(db)); runs++);
  return rowsOf(db, `SELECT ${columns} FROM visit_days WHERE link_id <> '' ORDER BY day, retailer`);
};
/** So many counters of the link on one day, of several hours and countries. */
const addCounters = (day: string, number: number): Promise<unknown> =>
  db
    .prepare(
      `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?3 - 1)
      INSERT INTO visit_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
      SELECT ?1, printf('%sT%02d', ?2, n % 20), '', char(65 + n / 20 % 26, 65 + n / 520), 'phone', 'person', 1 FROM n`,
    )
    .bind(LINK.second, day, number)
    .run();

test("what is counted late is not carried with the counter that has it, too", async () => {
  await countAsBefore(db, [visits("2026-08-31T04", { visits: 5 })]);
  await migrateNow(db, "2026-08-10");
  await countAsBefore(db, [visits("2026-08-31T04", { visits: 2 })]);
  expect(await carried()).toEqual([["2026-08-31", 7]]);
});

test("of a day that a step would break off, all is left to the next one", async () => {
  await addCounters("2026-08-10", 1_998);
  await countAsBefore(
    db,
    ["CA", "DE", "US"].map((country) => visits("2026-08-11T04", { country })),
  );
  await migrateNow(db, "2026-08-10");
  expect(await carried()).toEqual([
    ["2026-08-10", 1_998],
    ["2026-08-11", 3],
  ]);
});

test("its visits are divided among the retailers of the whole day", async () => {
  await addCounters("2026-08-10", 1_998);
  await countAsBefore(
    db,
    ["04", "05", "06"].map((hour) => visits(`2026-08-11T${hour}`)),
  );
  // The totals of the day: one visit for a retailer, and two for another one.
  const ofDay = "dimension = 'device' AND link_id <> '' AND period = '2026-08-11'";
  await db.batch(
    [
      `UPDATE visit_totals SET clicks = 1, retailer = 'grocer_a' WHERE ${ofDay}`,
      `INSERT INTO visit_totals SELECT dimension, period, organization_id, project_id, link_id, value, 'grocer_b',
        scans, 2, robots, previews FROM visit_totals WHERE ${ofDay}`,
    ].map((sql) => db.prepare(sql)),
  );
  await migrateNow(db, "2026-08-10");
  expect(await carried("day, retailer, clicks")).toEqual([
    ["2026-08-10", "custom", 1_998],
    ["2026-08-11", "grocer_a", 1],
    ["2026-08-11", "grocer_b", 2],
  ]);
});
