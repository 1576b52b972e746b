import { beforeEach, expect, test } from "vitest";
import { addDays } from "../../src/visits/day-statements.ts";
import { peopleSince } from "../../src/visits/link-people.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("people since a day are scans and clicks of nine days, of the link alone", async () => {
  const row = (day: string, linkId: string, scans: number, clicks: number) => [
    ...[day, "acme", "main", linkId, "custom", scans, clicks, 90_000, 90_000, 90_000, {}],
  ];
  const rows = [
    row("2026-11-20", LINK.second, 10_000, 10_000),
    row("2026-11-21", LINK.second, 1, 2),
    row("2026-11-29", LINK.second, 30, 400),
    row("2026-11-30", LINK.second, 10_000, 10_000),
    row("2026-11-21", LINK.third, 5, 6),
  ];
  await db.prepare(addDays()).bind(JSON.stringify(rows)).run();
  const people = async (linkId: string, day: string) =>
    (await rowsOf(db, peopleSince(`'${linkId}'`, `'${day}'`))).flat();
  expect(await people(LINK.second, "2026-11-21")).toEqual([433]);
  expect(await people(LINK.third, "2026-11-21")).toEqual([11]);
  expect(await people(LINK.third, "2026-11-22")).toEqual([0]);
});
