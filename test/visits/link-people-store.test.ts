import { beforeEach, expect, test } from "vitest";
import { addDays } from "../../src/visits/day-statements.ts";
import { linkPeopleStore } from "../../src/visits/link-people.ts";
import { emptyCounters, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("people of a link are its scans and clicks, at every retailer, and no robots, previews and taps", async () => {
  const row = (day: string, linkId: string, retailer: string, ...numbers: number[]) => [
    ...[day, "acme", "main", linkId, retailer, ...numbers, {}],
  ];
  const rows = [
    row("2026-11-20", "lnk_1", "custom", 1, 2, 30, 30, 30),
    row("2026-11-20", "lnk_1", "grocer_a", 40, 500, 30, 30, 30),
    row("2026-11-21", "lnk_1", "custom", 0, 7, 0, 0, 0),
    row("2026-11-21", "lnk_2", "custom", 8, 0, 0, 0, 0),
    row("2026-11-22", "lnk_1", "custom", 1, 1, 0, 0, 0),
  ];
  await db.prepare(addDays()).bind(JSON.stringify(rows)).run();
  const links = ["lnk_1", "lnk_2", "lnk_3"].map((id) => ({ id, projectId: "main" }));
  expect(await linkPeopleStore(db).read("acme", links, ["2026-11-20", "2026-11-21"])).toEqual([
    { linkId: "lnk_1", day: "2026-11-20", people: 543 },
    { linkId: "lnk_1", day: "2026-11-21", people: 7 },
    { linkId: "lnk_2", day: "2026-11-21", people: 8 },
  ]);
});
