import { beforeEach, describe, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { addRows } from "./day-row.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const NOW = new Date("2026-09-20T12:00:00Z");
const dayAgo = (days: number): string => dayOf(new Date(NOW.getTime() - days * DAY_MS));
const DAYS = 10;
/** Visits of a link on each of ten days: by its only code, and without. */
type Came = Record<string, (day: number) => number>;

/** Stores so many scans of the links of main, half as many clicks, and what their project has of them. */
async function store(came: Came, first = 0): Promise<void> {
  const rows = Array.from({ length: DAYS }, (_, ago) =>
    Object.entries(came).flatMap(([link_id, visits]) => {
      const [scans, clicks] = [visits(ago), Math.floor(visits(ago) / 2)];
      if (scans === 0) return [];
      const day = dayAgo(first + ago);
      const totals = (code: string) => ({ qrCode: { [code]: { scans }, "": { clicks } } });
      const numbers = { day, scans, clicks };
      const counts = { front: { "US phone": { 9: scans } }, "": { "US phone": { 9: clicks } } };
      return [
        { ...numbers, link_id, counts, totals: totals("front") },
        { ...numbers, link_id: "", totals: totals("*") },
      ];
    }),
  );
  await addRows(db, rows.flat());
}

async function ranking(by: "link" | "qrCode", { from = dayAgo(DAYS - 1), to = dayAgo(0) } = {}) {
  const dependencies = openDependencies(
    env,
    () => {},
    () => NOW,
  );
  const input = { from, to, interval: "day" as const, filter: {}, by: [by] };
  const report = await getVisitReport(memberOf("viewer"), input, dependencies);
  const [answer] = report.breakdowns.map((each) => each.answer);
  if (!answer || "unanswered" in answer) return { rows: null };
  return { rows: answer.rows.map((row) => [row.key, row.scans + row.clicks]) };
}

const keep = () => rollUpVisits({ db, now: () => NOW });
const name = (number: number): string => `lnk_${String(number).padStart(3, "0")}`;
const total = (rows: readonly (readonly unknown[])[] | null): number =>
  (rows ?? []).reduce((sum, [, people]) => sum + Number(people), 0);

describe("links and codes with most people", () => {
  const came: Came = Object.fromEntries(
    Array.from({ length: 120 }, (_, number) => [
      name(number),
      (day) => 120 - number + ((number + day) % 2) * 4,
    ]),
  );

  test("have one row for the rest", async () => {
    await store(came);
    const links = await ranking("link");
    expect(links.rows?.slice(0, 2)).toEqual([
      [name(0), 1_830],
      [name(1), 1_810],
    ]);
    expect(links.rows).toHaveLength(101);
    expect(links.rows?.at(-1)?.[0]).toBe("rest");
    const codes = await ranking("qrCode");
    expect(codes.rows?.map(([key]) => key).slice(0, 3)).toEqual([
      "none",
      `qr_${name(0)}_front`,
      `qr_${name(1)}_front`,
    ]);
    // Everything that came is in one of the rows.
    expect(total(codes.rows)).toBe(total(links.rows));
  });

  test("of days and months are exact", async () => {
    await store(came, 88);
    const range = { from: dayAgo(100), to: dayAgo(0) };
    const before = await ranking("link", range);
    await keep();
    expect((await rowsOf(db, "SELECT count(DISTINCT month) FROM visit_months"))[0]).toEqual([1]);
    expect(await ranking("link", range)).toMatchObject({ rows: before.rows });
  });
});
