import { beforeEach, expect, test } from "vitest";
import { packMonths } from "../../src/visits/pack-months.ts";
import { beforeBatch, emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

/** Ninety days before, it was August. */
const NOW = new Date("2026-11-01T12:00:00Z");
const CELLS = '{"c":{"USk":"a20b20c20d20"}}';

const addMonth = (month: string) =>
  db
    .prepare(
      "INSERT INTO visit_months (month, organization_id, project_id, link_id, counts) VALUES (?1, 'acme', 'main', '', ?2)",
    )
    .bind(month, CELLS)
    .run();
const addDay = (day: string) =>
  db
    .prepare("INSERT INTO visit_days VALUES (?1, 'acme', 'main', '', 'custom', 0, 1, 0, 0, 0, '{}')")
    .bind(day)
    .run();
const packed = async (on = db) => {
  await packMonths(on, NOW);
  return (await rowsOf(db, "SELECT month FROM visit_months WHERE packed IS NOT NULL ORDER BY 1")).flat();
};

test.each([
  ["those before the one of ninety days ago", [], ["2026-06", "2026-07"]],
  ["none of which a day is left", ["2026-07-31"], ["2026-06"]],
  ["none from the first day on that is left", ["2026-07-01", "2026-10-31"], ["2026-06"]],
  ["none from ninety days ago on, where only a later day is left,", ["2026-10-31"], ["2026-06", "2026-07"]],
])("of the months that are over, %s are packed", async (_, days, expected) => {
  for (const month of ["2026-06", "2026-07", "2026-08", "2026-09"]) await addMonth(month);
  for (const day of days) await addDay(day);
  expect(await packed()).toEqual(expected);
});

test("a month that was gone by, as something was added meanwhile, is not packed by the next run either", async () => {
  await addMonth("2026-05");
  const add = () => db.prepare(`UPDATE visit_months SET counts = '{"c":{"USk":"a1"}}'`).run();
  expect(await packed(beforeBatch(db, add))).toEqual([]);
  expect(await packed()).toEqual([]);
  await addMonth("2026-06");
  expect(await packed()).toEqual(["2026-06"]);
});
