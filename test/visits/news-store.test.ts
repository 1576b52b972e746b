import { beforeEach, describe, expect, test } from "vitest";
import { visitNewsStore } from "../../src/features/visits/news-store.ts";
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
    .prepare(
      "INSERT INTO visit_days VALUES (?1, 'acme', 'main', ?2, 'custom', ?3, ?4, 3, 0, 0, '{}', '{}', '{}')",
    )
    .bind(day, link, scans, clicks)
    .run();

describe("the newest links", () => {
  test("are links with scans, newest first, without the project as a whole", async () => {
    await came("", 9, 9);
    await came("lnk_a", 1, 0);
    await came("lnk_b", 0, 5);
    await came("lnk_c", 1, 0);
    await came("lnk_c", 1, 0, dayAt(1));
    expect(await store.newestScanned(MAIN, [dayAt(0), dayAt(1)])).toEqual(["lnk_c", "lnk_a"]);
  });

  test("are limited to a thousand", async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 1001 UNION ALL SELECT n + 1 FROM n WHERE n < 2300)
         INSERT INTO visit_days SELECT ?1, 'acme', 'main', 'lnk_' || n, 'custom', 1, 0, 0, 0, 0, '{}', '{}', '{}' FROM n`,
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
  const known = async (day: string) => [...(await store.scannedBefore("acme", [second], day))];

  test("on days, if it has scans and not only clicks and robots", async () => {
    await came(LINK.second, 0, 1, dayAt(0));
    await came(LINK.second, 1, 0, dayAt(2));
    expect(await known(dayAt(2))).toEqual([]);
    await came(LINK.second, 1, 0, dayAt(1));
    expect(await known(dayAt(2))).toEqual([LINK.second]);
  });

  test.each(["2021-09", "2026-05"])("in months of five years, such as %s, if it has scans", async (month) => {
    const inMonth = (code: string, name: string) =>
      db
        .prepare(
          `INSERT OR REPLACE INTO visit_months VALUES (?1, 'acme', 'main', ?2, 'custom', '{}',
            json_object('qrCode', json_object(?3, json_object(?4, json('{"3":2}')))), '{}')`,
        )
        .bind(month, LINK.second, code, name)
        .run();
    await inMonth("", "clicks");
    expect(await known(dayAt(0))).toEqual([]);
    await inMonth("front", "scans");
    expect(await known(dayAt(0))).toEqual([LINK.second]);
  });

  test("but not in months from before that", async () => {
    await db
      .prepare(
        `INSERT INTO visit_months VALUES ('2021-08', 'acme', 'main', ?1, 'custom', '{}', '{"qrCode":{"front":{"scans":{"3":2}}}}', '{}')`,
      )
      .bind(LINK.second)
      .run();
    expect(await known(dayAt(0))).toEqual([]);
  });
});
