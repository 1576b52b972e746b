import { beforeEach, describe, expect, test } from "vitest";
import { foldDays } from "../../src/visits/range.ts";
import { deliver, messageOf } from "./visit-messages.ts";
import { beforeBatch, emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
/** Days before August are put into months now. */
const NOW = new Date("2026-11-01T12:00:00Z");
beforeEach(async () => {
  await emptyCounters(db);
  await db.prepare("INSERT INTO visit_rank_state VALUES (1, '', '2026-10-30', '~', '', '', '')").run();
});

const addDay = (day: string, numbers = [0, 1, 0, 0, 0]) =>
  db
    .prepare(
      "INSERT INTO visit_days VALUES (?1, 'acme', 'main', 'lnk_1', 'custom', ?2, ?3, ?4, ?5, ?6, '{}')",
    )
    .bind(day, ...numbers)
    .run();

describe("days that are put into months", () => {
  test("hand on referrers and taps, of each link and of its project", async () => {
    const hour = "2026-06-30T10";
    await deliver(db, [
      {
        ...messageOf([{ linkId: LINK.second, hour, visits: 3 }]),
        referrers: [[LINK.second, "news.example", hour, 0, 2]],
        taps: [[LINK.second, "shop-1", "click", hour, 0, 1]],
      },
    ]);
    await foldDays(db, NOW);
    const counts = {
      c: { USk: "D3" },
      d: { "custom:pk": "D3" },
      f: { "news.examplek": "D2" },
      o: { "shop-1k": "D1" },
    };
    expect(await rowsOf(db, "SELECT link_id, counts FROM visit_months ORDER BY 1")).toEqual([
      ["", counts],
      [LINK.second, counts],
    ]);
  });

  test.each([
    ["up to the one of 92 days ago", "2026-10-30", "~", ["2026-08-01", "2026-08-02"]],
    ["up to the last one that is ranked", "2026-07-30", "~", ["2026-07-31", "2026-08-01", "2026-08-02"]],
    [
      "up to the one before, where only a part of it is ranked",
      "2026-07-31",
      "acme",
      ["2026-07-31", "2026-08-01", "2026-08-02"],
    ],
  ])("are those %s", async (_, ranked, organization, left) => {
    await db
      .prepare("UPDATE visit_rank_state SET day = ?1, organization_id = ?2")
      .bind(ranked, organization)
      .run();
    for (const day of ["2026-07-30", "2026-07-31", "2026-08-01", "2026-08-02"]) await addDay(day);
    await foldDays(db, NOW);
    expect((await rowsOf(db, "SELECT day FROM visit_days ORDER BY day")).flat()).toEqual(left);
  });

  test.each(["scans", "clicks", "robots", "previews", "taps"])(
    "are those whose %s nobody added to",
    async (column) => {
      const add = () => db.prepare(`UPDATE visit_days SET ${column} = ${column} + 1`).run();
      await addDay("2026-07-30", [1, 20, 300, 4_000, 50_000]);
      await foldDays(beforeBatch(db, add), NOW);
      expect(await rowsOf(db, "SELECT day FROM visit_days")).toEqual([["2026-07-30"]]);
      await foldDays(db, NOW);
      expect(await rowsOf(db, "SELECT day FROM visit_days")).toEqual([]);
    },
  );

  test("are 40,000 days of links by one run, and what is left by the next one", async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 40000)
        INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts)
        SELECT date('2025-01-01', (n / 100) || ' days'), 'acme', 'main', 'lnk_' || (n % 100), 'custom', 0, 1, 0, 0, 0, '{}' FROM n`,
      )
      .run();
    const left = async () => (await rowsOf(db, "SELECT count(*) FROM visit_days"))[0]?.[0];
    await foldDays(db, NOW);
    expect(await left()).toBe(1);
    await foldDays(db, NOW);
    expect(await left()).toBe(0);
  });
});
