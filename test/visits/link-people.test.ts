import { beforeEach, expect, test } from "vitest";
import { linkPeopleStore, peopleSince } from "../../src/features/visits/link-people.ts";
import { addRows } from "./day-row.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("people of a link are scans and clicks at all retailers, without robots, previews and taps", async () => {
  const others = { robots: 30, previews: 30, taps: 30 };
  await addRows(db, [
    { day: "2026-11-20", scans: 1, clicks: 2, ...others },
    { day: "2026-11-20", retailer: "grocer_a", scans: 40, clicks: 500, ...others },
    { day: "2026-11-21", clicks: 7 },
    { day: "2026-11-21", link_id: "lnk_2", scans: 8 },
    { day: "2026-11-22", scans: 1, clicks: 1 },
  ]);
  const links = ["lnk_1", "lnk_2", "lnk_3"].map((id) => ({ id, projectId: "main", linkId: id }));
  expect(await linkPeopleStore(db).read("acme", links, ["2026-11-20", "2026-11-21"])).toEqual([
    { id: "lnk_1", day: "2026-11-20", people: 543 },
    { id: "lnk_1", day: "2026-11-21", people: 7 },
    { id: "lnk_2", day: "2026-11-21", people: 8 },
  ]);
});

test("people since a day are scans and clicks of nine days, of the link alone", async () => {
  const others = { robots: 90_000, previews: 90_000, taps: 90_000 };
  await addRows(db, [
    { day: "2026-11-20", link_id: LINK.second, scans: 10_000, clicks: 10_000, ...others },
    { day: "2026-11-21", link_id: LINK.second, scans: 1, clicks: 2, ...others },
    { day: "2026-11-29", link_id: LINK.second, scans: 30, clicks: 400, ...others },
    { day: "2026-11-30", link_id: LINK.second, scans: 10_000, clicks: 10_000, ...others },
    { day: "2026-11-21", link_id: LINK.third, scans: 5, clicks: 6, ...others },
  ]);
  const people = async (linkId: string, day: string) =>
    (await rowsOf(db, peopleSince(`'${linkId}'`, `'${day}'`))).flat();
  expect(await people(LINK.second, "2026-11-21")).toEqual([433]);
  expect(await people(LINK.third, "2026-11-21")).toEqual([11]);
  expect(await people(LINK.third, "2026-11-22")).toEqual([0]);
});
