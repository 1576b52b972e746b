import { beforeEach, describe, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import type { ApartCount } from "../../src/features/visits/visit-counts.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { faulty } from "../faults/faults.ts";
import { addRows } from "./day-row.ts";
import { storedVisits } from "./stored-visits.ts";
import { deliver, messageOf, storeAll, type Visits } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters, writeMonthsAsFirstVersion } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

/** Days before August are put into months now. */
const NOW = new Date("2026-11-01T12:00:00Z");
const keep = (on = db) => rollUpVisits({ db: on, now: () => NOW });
const daysLeft = async () => (await rowsOf(db, "SELECT DISTINCT day FROM visit_days ORDER BY 1")).flat();

/** What the view shows, by everything but the hour. */
async function shown(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { hour: _, visits, ...kind } of await storedVisits(db)) {
    const key = Object.values(kind).join(" ");
    sums.set(key, (sums.get(key) ?? 0) + visits);
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Visits of all days of a month, of some of its days, and of later days. */
const VISITS: Visits[] = Array.from({ length: 40 }, (_, day) => {
  const date = new Date(Date.parse("2026-07-01T00:00Z") + day * 86_400_000).toISOString().slice(0, 10);
  return [
    { linkId: LINK.second, hour: `${date}T10`, visits: day + 1 },
    { linkId: LINK.second, hour: `${date}T23`, device: "desktop" as const },
    { linkId: LINK.third, hour: `${date}T05`, country: "CA", visitor: "robot" as const },
    ...(day % 6 === 0 ? [{ linkId: LINK.second, hour: `${date}T11`, country: "DE", visits: 3 }] : []),
  ];
}).flat();

describe("design: hours are stored for 90 days, then days", () => {
  test("for two extra days, and nothing else changes", async () => {
    await storeAll(db, VISITS);
    const before = await shown();
    await keep();
    expect((await daysLeft())[0]).toBe("2026-08-01");
    expect(await shown()).toEqual(before);
    const old = (await storedVisits(db)).filter(({ day }) => day < "2026-08");
    expect(new Set(old.map(({ hour }) => hour))).toEqual(new Set([null]));
  });

  test("late visits are added to a rolled-up day", async () => {
    await storeAll(db, VISITS);
    await keep();
    await storeAll(db, VISITS);
    const both = await shown();
    await keep();
    expect(await shown()).toEqual(both);
    expect([...both.values()].every((visits) => visits % 2 === 0)).toBe(true);
  });

  test("despite lost responses, failed runs and overlapping runs", async () => {
    await storeAll(db, VISITS);
    const before = await shown();
    for (const fault of ["loses answers", "throws"] as const) await keep(faulty(db, fault)).catch(() => {});
    await Promise.all([keep(), keep()]);
    expect((await daysLeft())[0]).toBe("2026-08-01");
    expect(await shown()).toEqual(before);
  });

  test("referrers and taps too, of each link and of its project", async () => {
    const quarter = "2026-06-30T10:00";
    const message = (id: string) => ({
      ...messageOf([{ linkId: LINK.second, hour: quarter, visits: 3 }], id),
      apart: [
        [LINK.second, "referrer", "news.example", "clicks", quarter, 2],
        [LINK.second, "choice", "shop-1", "clicks", quarter, 1],
      ] satisfies ApartCount[],
    });
    await deliver(db, [message("vis_1")]);
    await keep();
    await deliver(db, [message("vis_2")]);
    await keep();
    const apart = {
      ...{ referrer: { clicks: { "news.example": "d4" } }, choice: { clicks: { "shop-1": "d2" } } },
    };
    expect(await rowsOf(db, "SELECT link_id, apart FROM visit_months ORDER BY 1")).toEqual(
      ["", LINK.second].map((id) => [id, apart]),
    );
  });

  test("in the form of the first version too", async () => {
    await storeAll(db, VISITS);
    const visits = await shown();
    await keep();
    await writeMonthsAsFirstVersion(db);
    expect(await shown()).toEqual(visits);
    await storeAll(db, VISITS);
    await keep();
    expect([...(await shown())]).toEqual([...visits].map(([kind, number]) => [kind, number * 2]));
  });

  test("one run rolls up 10,000 link days, and the next run the rest", { tags: "all" }, async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
        INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
        SELECT date('2025-01-01', (n / 500) || ' days'), 'acme', 'main', 'lnk_' || (n % 500), 'custom', 0, 1, 0, 0, 0, '{}', '{}', '{}' FROM n`,
      )
      .run();
    await keep();
    expect(await rowsOf(db, "SELECT count(*) FROM visit_days")).toEqual([[1]]);
    await keep();
    expect(await rowsOf(db, "SELECT count(*) FROM visit_days")).toEqual([[0]]);
  });
});

test("a full row keeps counting visits, but no longer by hour, country and device", async () => {
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`US kind-${n}`, { 1: 1 }]));
  await addRows(db, [{ day: "2026-10-30", link_id: LINK.second, clicks: 30_000, counts: { "": many } }]);
  await storeAll(db, [{ linkId: LINK.second, hour: "2026-10-30T10", visits: 5 }]);
  const row = await rowsOf(db, `SELECT clicks, totals FROM visit_days WHERE link_id = '${LINK.second}'`);
  expect(row).toEqual([[30_005, { qrCode: { "": { clicks: 5 } } }]]);
  expect((await storedVisits(db)).length).toBe(30_000);
  // Its month keeps the numbers, of links and of their code.
  await rollUpVisits({ db, now: () => new Date("2027-03-01T12:00:00Z") });
  expect(
    await rowsOf(db, `SELECT counts, totals FROM visit_months WHERE link_id = '${LINK.second}'`),
  ).toEqual([[{}, { rest: { "": { clicks: "d5" } } }]]);
  const dependencies = openDependencies(
    env,
    () => {},
    () => new Date("2027-03-02T12:00:00Z"),
  );
  const range = { from: "2026-10-01", to: "2026-10-31", interval: "month" as const };
  const report = await getVisitReport(
    memberOf("viewer"),
    { ...range, filter: { link: LINK.second }, by: [] },
    dependencies,
  );
  expect(report.series).toMatchObject({ totals: { clicks: 5 } });
});
