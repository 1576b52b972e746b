import { beforeEach, describe, expect, test } from "vitest";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { rollUpVisits } from "../../src/features/visits/roll-up-visits.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { visitsResponse } from "../../src/surfaces/api/visit-presenters.ts";
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
      return [
        { ...numbers, link_id, totals: totals("front") },
        { ...numbers, link_id: "", totals: totals("*") },
      ];
    }),
  );
  await addRows(db, rows.flat());
}

async function ranking(
  by: "link" | "qrCode",
  { most = 100_000, from = dayAgo(DAYS - 1), to = dayAgo(0) } = {},
) {
  const dependencies = openDependencies(
    env,
    () => {},
    () => NOW,
  );
  const input = { from, to, interval: "day" as const, filter: {}, by: [by] };
  const report = await getVisitReport(memberOf("viewer"), input, {
    ...dependencies,
    visitReports: visitReportStore(db, most),
  });
  const [answer] = report.breakdowns.map((each) => each.answer);
  if (!answer || "unanswered" in answer) return { report, exact: null, rows: [] };
  return { report, exact: answer.exact, rows: answer.rows.map((row) => [row.key, row.scans + row.clicks]) };
}

const keep = () => rollUpVisits({ db, now: () => NOW });
const name = (number: number): string => `lnk_${String(number).padStart(3, "0")}`;
const total = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((sum, [, people]) => sum + Number(people), 0);

describe("links and codes with most people", () => {
  const came: Came = Object.fromEntries(
    Array.from({ length: 120 }, (_, number) => [
      name(number),
      (day) => 120 - number + ((number + day) % 2) * 4,
    ]),
  );

  test("are exact up to the limit of rows", async () => {
    await store(came);
    const links = await ranking("link", { most: 120 * DAYS });
    expect(links.exact).toBe(true);
    expect(links.rows.slice(0, 2)).toEqual([
      [name(0), 1_830],
      [name(1), 1_810],
    ]);
    expect(links.rows).toHaveLength(101);
    expect(links.rows.at(-1)?.[0]).toBe("rest");
    const codes = await ranking("qrCode", { most: 120 * DAYS });
    expect(codes.exact).toBe(true);
    expect(codes.rows.map(([key]) => key).slice(0, 3)).toEqual([
      "none",
      `qr_${name(0)}_front`,
      `qr_${name(1)}_front`,
    ]);
    // Everything that came is in one of the rows.
    expect(total(codes.rows)).toBe(total(links.rows));
  });

  test.each(["before", "after"])(
    "have correct numbers above the limit, %s leaders are listed",
    async (when) => {
      await store(came);
      if (when === "after") await keep();
      for (const by of ["link", "qrCode"] as const) {
        const some = await ranking(by, { most: 120 * DAYS - 1 });
        expect(some.exact).toBe(false);
        expect(some.rows).toEqual((await ranking(by)).rows);
      }
    },
  );

  test("may miss a link that never leads a day", async () => {
    // On each day, others have more visits than the first link, which has most of all days together.
    const others = Array.from({ length: 2_010 }, (_, number): [string, (day: number) => number] => [
      name(number + 1),
      (day) => (number % DAYS === day ? 50 : 0),
    ]);
    await store({ [name(0)]: () => 20, ...Object.fromEntries(others) });
    await keep();
    const exact = await ranking("link");
    expect([exact.exact, exact.rows[0]]).toEqual([true, [name(0), 300]]);
    // Today and yesterday have no list yet.
    const listed = { from: dayAgo(DAYS - 1), to: dayAgo(2) };
    const some = await ranking("link", { ...listed, most: 10 });
    expect(some.exact).toBe(false);
    expect(some.rows.map(([key]) => key)).not.toContain(name(0));
    expect(total(some.rows)).toBe(total((await ranking("link", listed)).rows));
  });

  test("of days and months are exact, or unanswered above the limit", async () => {
    await store(came, 88);
    const range = { from: dayAgo(100), to: dayAgo(0) };
    const before = await ranking("link", range);
    await keep();
    expect((await rowsOf(db, "SELECT count(DISTINCT month) FROM visit_months"))[0]).toEqual([1]);
    expect(await ranking("link", range)).toMatchObject({ exact: true, rows: before.rows });
    // Five days of links, and a month that counts as four of them.
    expect(await ranking("link", { ...range, most: 120 * 9 })).toMatchObject({ exact: true });
    const { report, exact } = await ranking("link", { ...range, most: 120 * 9 - 1 });
    expect(exact).toBeNull();
    expect(() => visitsResponse(report, undefined)).toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });
});

describe("leaders of a day", () => {
  const leaders = () =>
    rowsOf(
      db,
      `SELECT day, links, (SELECT count(*) FROM json_each(people)), (SELECT count(*) FROM json_each(scans))
      FROM visit_leaders ORDER BY day`,
    );

  test("are listed four hours after the day has ended everywhere, by any number of runs", async () => {
    await store({ [name(1)]: () => 1 });
    await rollUpVisits({ db, now: () => new Date(`${dayAgo(8)}T15:59:00Z`) });
    expect(await leaders()).toEqual([]);
    await rollUpVisits({ db, now: () => new Date(`${dayAgo(8)}T16:00:00Z`) });
    expect(await leaders()).toEqual([[dayAgo(9), 1, 1, 1]]);
    await Promise.all([keep(), keep()]);
    // Yesterday has not ended for long enough at noon.
    expect(await leaders()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((days) => [dayAgo(days), 1, 1, 1]));
  });

  test("are the 200 links with most people, and those with most scans", async () => {
    const rows = Array.from({ length: 600 }, (_, number) => ({
      ...{ day: dayAgo(5), link_id: name(number) },
      ...(number < 300 ? { scans: 0, clicks: 900 - number } : { scans: 600 - number, clicks: 0 }),
    }));
    await addRows(db, rows);
    await keep();
    expect(await leaders()).toEqual([[dayAgo(5), 600, 200, 200]]);
  });

  test("are deleted with the rows of the day", async () => {
    await store({ [name(1)]: () => 1 }, 83);
    await keep();
    expect((await leaders()).map(([day]) => day)[0]).toBe(dayAgo(92));
    await rollUpVisits({ db, now: () => new Date(NOW.getTime() + 3 * DAY_MS) });
    expect((await leaders()).map(([day]) => day)[0]).toBe(dayAgo(89));
  });
});
