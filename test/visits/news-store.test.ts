import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, dayOf } from "../../src/core/days.ts";
import { visitNewsStore } from "../../src/visits/news-store.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const MAIN = { organizationId: "acme", projects: ["main"] };
const store = visitNewsStore(db);
const dayAt = (number: number): string => `2026-09-${String(10 + number).padStart(2, "0")}`;
const second = { id: LINK.second, projectId: "main" };

/** Scans and clicks of a link on a day; '' is the project main as a whole. */
const came = (link: string, scans: number, clicks: number, day = dayAt(0)) =>
  db
    .prepare("INSERT INTO visit_days VALUES (?1, 'acme', 'main', ?2, 'custom', ?3, ?4, 3, 0, 0, '{}')")
    .bind(day, link, scans, clicks)
    .run();

describe("the newest links", () => {
  test("are those that were scanned, the last made first, without the project as a whole", async () => {
    await came("", 9, 9);
    await came("lnk_a", 1, 0);
    await came("lnk_b", 0, 5);
    await came("lnk_c", 1, 0);
    await came("lnk_c", 1, 0, dayAt(1));
    expect(await store.newestScanned(MAIN, [dayAt(0), dayAt(1)])).toEqual(["lnk_c", "lnk_a"]);
  });

  test("are a thousand, where there are more", async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 1001 UNION ALL SELECT n + 1 FROM n WHERE n < 2300)
         INSERT INTO visit_days SELECT ?1, 'acme', 'main', 'lnk_' || n, 'custom', 1, 0, 0, 0, 0, '{}' FROM n`,
      )
      .bind(dayAt(0))
      .run();
    const expected = Array.from({ length: 1_000 }, (_, number) => `lnk_${2_300 - number}`);
    expect(await store.newestScanned(MAIN, [dayAt(0)])).toEqual(expected);
  });
});

test("people of a link are those who scanned and those who clicked, and its first scan is on the first day with one", async () => {
  await db.prepare("UPDATE links SET status = 'active'").run();
  await came(LINK.second, 0, 4, dayAt(0));
  await came(LINK.second, 2, 1, dayAt(1));
  await came(LINK.second, 3, 0, dayAt(2));
  await came(LINK.third, 0, 7, dayAt(1));
  const found = await store.onDays("acme", [LINK.second, LINK.third], [0, 1, 2].map(dayAt));
  expect(found.map(({ id, people, firstScan }) => [id, people, firstScan])).toEqual([
    [LINK.second, 10, dayAt(1)],
    [LINK.third, 7, null],
  ]);
});

describe("a link was scanned before", () => {
  const known = async (days: readonly string[]) => [
    ...((await store.scannedOn("acme", [second], days)) ?? []),
  ];

  test("on days that no list has, if it has scans and not only clicks and robots", async () => {
    await came(LINK.second, 0, 1, dayAt(0));
    expect(await known([dayAt(0), dayAt(1)])).toEqual([]);
    await came(LINK.second, 1, 0, dayAt(1));
    expect(await known([dayAt(0), dayAt(1)])).toEqual([LINK.second]);
  });

  test("by a list, if that has scans of it and not only clicks and robots", async () => {
    await db.batch(
      [
        `INSERT INTO visit_rank_state VALUES (1, '', '${dayAt(0)}', '~', '', '', '')`,
        `INSERT INTO visit_rank_links VALUES (1, '${LINK.second}')`,
        `INSERT INTO visit_rank_lists VALUES (1, 1, '${dayAt(0)}', 'link', 'acme', 'main', 0, 1, 3, 0)`,
        "INSERT INTO visit_ranks VALUES (1, 1, '', 0, 1, 3, 0)",
      ].map((sql) => db.prepare(sql)),
    );
    expect(await known([dayAt(0)])).toEqual([]);
    await db.prepare("UPDATE visit_ranks SET scans = 1").run();
    expect(await known([dayAt(0)])).toEqual([LINK.second]);
  });

  test("on one of the last hundred days, where nothing is ranked: more are not looked up one by one", async () => {
    const days = Array.from({ length: 130 }, (_, number) =>
      dayOf(new Date(Date.parse("2026-05-01") + number * DAY_MS)),
    );
    await came(LINK.second, 1, 0, days[0]);
    expect(await known(days)).toEqual([]);
    await came(LINK.second, 1, 0, days.at(-100));
    expect(await known(days)).toEqual([LINK.second]);
  });
});
