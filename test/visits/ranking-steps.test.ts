import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rankVisits } from "../../src/visits/rank-visits.ts";
import type { SharedService } from "../use-service.ts";
import { storeAll, type Visits } from "./visit-messages.ts";
import { beforeBatch, emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  await db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      VALUES (?1, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
    )
    .bind(LINK.second)
    .run();
});
beforeEach(() => emptyCounters(db));

/** A block of eight days, and one of 64, began on the seventh of August. */
const NOW = new Date("2026-08-10T12:00Z");
const came = (linkId: string, day: string, more: Partial<Visits> = {}): Visits => ({
  ...{ linkId, hour: `${day}T10`, ...more },
});
/** Entries of the lists, each with its block, project, kind, link, code and numbers, and the sum of people of the list. */
const entries = (where = "TRUE") =>
  rowsOf(
    db,
    `SELECT days, first_day, list.organization_id, list.project_id, kind, link_id, qr_identifier, entry.scans, entry.clicks,
      entry.robots, entry.previews, list.scans + list.clicks
    FROM visit_rank_lists AS list JOIN visit_ranks AS entry ON list_id = id JOIN visit_rank_links ON number = link_number
    WHERE ${where} ORDER BY kind, days, first_day, list.project_id, link_id`,
  );
const state = () => rowsOf(db, "SELECT first_day, day, organization_id FROM visit_rank_state");

describe("days that are over are ranked", () => {
  test("by blocks of days, links and codes, each project by itself", async () => {
    await storeAll(db, [
      came(LINK.second, "2026-08-08", { qr: "front", visits: 2 }),
      came(LINK.second, "2026-08-08", { qr: "front", visitor: "robot", visits: 3 }),
      came(LINK.second, "2026-08-08", { qr: "front", visitor: "preview", visits: 4 }),
      came(LINK.second, "2026-08-09", { visits: 5 }),
      came(LINK.third, "2026-08-08", { visits: 6 }),
      came(LINK.first, "2026-08-08", { visits: 7 }),
      came(LINK.second, "2026-08-10", { visits: 8 }),
    ]);
    await rankVisits(db, NOW);
    expect(await state()).toEqual([["", "2026-08-09", "~"]]);
    const second = ["acme", "main", "link", LINK.second, ""];
    const third = ["acme", "main", "link", LINK.third, "", 0, 6, 0, 0];
    const first = ["acme", "rare", "link", LINK.first, "", 0, 7, 0, 0, 7];
    const front = ["acme", "main", "qrCode", LINK.second, "front", 2, 0, 3, 4, 2];
    expect(await entries()).toEqual([
      [1, "2026-08-08", ...second, 2, 0, 3, 4, 8],
      [1, "2026-08-08", ...third, 8],
      [1, "2026-08-08", ...first],
      [1, "2026-08-09", ...second, 0, 5, 0, 0, 5],
      [8, "2026-08-07", ...second, 2, 5, 3, 4, 13],
      [8, "2026-08-07", ...third, 13],
      [8, "2026-08-07", ...first],
      [64, "2026-08-07", ...second, 2, 5, 3, 4, 13],
      [64, "2026-08-07", ...third, 13],
      [64, "2026-08-07", ...first],
      [1, "2026-08-08", ...front],
      [8, "2026-08-07", ...front],
      [64, "2026-08-07", ...front],
    ]);
  });

  test("four hours after they ended, in every time zone of an organization", async () => {
    await storeAll(
      db,
      ["2026-08-08", "2026-08-09"].map((day) => came(LINK.second, day)),
    );
    const rankedAt = async (time: string) => {
      await rankVisits(db, new Date(time));
      return (await state())[0]?.[1];
    };
    expect(await rankedAt("2026-08-08T12:00Z")).toBeUndefined();
    expect(await rankedAt("2026-08-10T03:59:59Z")).toBe("2026-08-08");
    // Where it is ten hours earlier.
    const zone = "UPDATE organizations SET time_zone = ?1 WHERE id = 'globex'";
    await db.prepare(zone).bind("Pacific/Honolulu").run();
    expect(await rankedAt("2026-08-10T13:59:59Z")).toBe("2026-08-08");
    await db.prepare(zone).bind("Pacific/Auckland").run();
    expect(await rankedAt("2026-08-10T04:00:00Z")).toBe("2026-08-09");
    await db.prepare(zone).bind("UTC").run();
  });

  test("from the first on of which there are days, where older ones are in months", async () => {
    await db
      .prepare(
        "INSERT INTO visit_months (month, organization_id, project_id, link_id, counts) VALUES ('2026-05', 'acme', 'main', '', '{}')",
      )
      .run();
    await storeAll(db, [came(LINK.second, "2026-08-08")]);
    await rankVisits(db, NOW);
    expect(await state()).toEqual([["2026-08-08", "2026-08-08", "~"]]);
  });

  test("once, however runs overlap", async () => {
    const days = ["2026-08-07", "2026-08-08", "2026-08-09"];
    for (const step of [1, 2, 3, 4]) {
      await emptyCounters(db);
      await storeAll(
        db,
        days.flatMap((day) => [came(LINK.second, day), came(LINK.third, day)]),
      );
      let batches = 0;
      const overtaken = new Proxy(db, {
        get: (target, name) =>
          name === "batch" && ++batches === step
            ? beforeBatch(target, () => rankVisits(db, NOW)).batch
            : Reflect.get(target, name).bind(target),
      });
      await rankVisits(overtaken, NOW);
      const sums = await entries("days = 64");
      expect([step, sums.map((row) => row[8])]).toEqual([step, [3, 3]]);
    }
  });

  test("more rows than one step takes are ranked by one run", async () => {
    const rows = `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 2104)
      INSERT INTO visit_days SELECT '2026-08-08', 'acme', 'main', 'lnk_' || n, 'custom', 0, 1, 0, 0, 0, '{}' FROM n`;
    await db.prepare(rows).run();
    await rankVisits(db, NOW);
    const sums = "SELECT days, clicks FROM visit_rank_lists ORDER BY 1";
    expect(await rowsOf(db, sums)).toEqual([1, 8, 64].map((days) => [days, 2_105]));
    expect(await state()).toEqual([["", "2026-08-08", "~"]]);
  });

  test("fifty days at most by one run, as each of them is a step", async () => {
    const rows = `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 50)
      INSERT INTO visit_days SELECT date('2026-06-01', n || ' days'), 'acme', 'main', 'lnk_1', 'custom', 0, 1, 0, 0, 0, '{}' FROM n`;
    await db.prepare(rows).run();
    await rankVisits(db, NOW);
    // The fifty-first of them is the next to be ranked.
    expect(await state()).toEqual([["", "2026-07-21", ""]]);
    await rankVisits(db, NOW);
    expect(await state()).toEqual([["", "2026-07-21", "~"]]);
  });
});

describe("visits of days that are ranked", () => {
  test("are added to their lists as they are counted, others are not", async () => {
    await storeAll(
      db,
      ["2026-08-08", "2026-08-09"].map((day) => came(LINK.second, day)),
    );
    await rankVisits(db, NOW);
    await storeAll(db, [
      ...["2026-08-07", "2026-08-09"].map((day) => came(LINK.second, day, { visits: 10 })),
      came(LINK.third, "2026-08-09", { visits: 3 }),
      came(LINK.third, "2026-08-10"),
    ]);
    const added = async (block: string) => (await entries(block)).map((row) => [row[1], row[5], row[8]]);
    expect(await added("days = 1")).toEqual([
      ["2026-08-07", LINK.second, 10],
      ["2026-08-08", LINK.second, 1],
      ["2026-08-09", LINK.second, 11],
      ["2026-08-09", LINK.third, 3],
    ]);
    for (const days of [8, 64])
      expect(await added(`days = ${days}`)).toEqual([
        ["2026-08-07", LINK.second, 22],
        ["2026-08-07", LINK.third, 3],
      ]);
    // Of a day of which some links are ranked: those alone.
    await db
      .prepare(
        "UPDATE visit_rank_state SET day = '2026-08-10', organization_id = 'acme', project_id = 'main', link_id = ?1, retailer = 'custom'",
      )
      .bind(LINK.second)
      .run();
    await storeAll(db, [came(LINK.second, "2026-08-10", { visits: 2 }), came(LINK.third, "2026-08-10")]);
    expect((await entries("first_day = '2026-08-10'")).map((row) => [row[5], row[8]])).toEqual([
      [LINK.second, 2],
    ]);
  });

  test("are counted once where their day comes to be ranked meanwhile", async () => {
    await storeAll(db, [came(LINK.second, "2026-08-08")]);
    const overtaken = (times: number) => {
      let batches = 0;
      const batch = async (statements: D1PreparedStatement[]) => {
        // Between what is read and what is written.
        if (++batches % 2 === 0 && batches <= 2 * times) {
          await db.prepare("DELETE FROM visit_rank_state").run();
          await rankVisits(db, new Date(NOW.getTime() + (batches / 2) * 86_400_000));
          const day = `2026-08-${String(8 + batches / 2).padStart(2, "0")}`;
          await db.prepare("UPDATE visit_rank_state SET day = ?1, organization_id = '~'").bind(day).run();
        }
        return db.batch(statements);
      };
      return new Proxy(db, {
        get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
      });
    };
    await storeAll(overtaken(1), [came(LINK.third, "2026-08-09", { visits: 5 })]);
    const of = (day: string) =>
      rowsOf(db, `SELECT clicks FROM visit_days WHERE day = '${day}' AND link_id <> ''`);
    expect(await of("2026-08-09")).toEqual([[5]]);
    expect((await entries("first_day = '2026-08-09'")).map((row) => row[8])).toEqual([5]);
  });

  test("go to no block that is no longer kept, and such blocks are deleted", async () => {
    const old = ["2025-06-01", "2026-04-01", "2026-05-02", "2026-08-09"];
    await storeAll(
      db,
      old.map((day) => came(LINK.second, day)),
    );
    await rankVisits(db, NOW);
    const lists = () =>
      rowsOf(db, "SELECT days, first_day FROM visit_rank_lists WHERE kind = 'link' ORDER BY 1, 2");
    const kept = [
      [1, "2026-05-02"],
      [1, "2026-08-09"],
      [8, "2026-04-01"],
      [8, "2026-04-25"],
      [8, "2026-08-07"],
      [64, "2025-05-16"],
      [64, "2026-04-01"],
      [64, "2026-08-07"],
    ];
    const found = await lists();
    expect(found.map((row) => row[0])).toEqual(kept.map((row) => row[0]));
    await storeAll(db, [came(LINK.second, "2026-04-02"), came(LINK.second, "2025-06-02")]);
    expect(await lists()).toEqual(found);
    const entriesLeft =
      "SELECT count(*) FROM visit_ranks WHERE list_id NOT IN (SELECT id FROM visit_rank_lists)";
    expect(await rowsOf(db, entriesLeft)).toEqual([[0]]);
    // Nothing is deleted by a run that ranks nothing.
    await db
      .prepare(
        "UPDATE visit_rank_lists SET first_day = '2026-01-01' WHERE days = 1 AND first_day = '2026-05-02'",
      )
      .run();
    await rankVisits(db, NOW);
    expect(await lists()).toHaveLength(8);
    await storeAll(db, [came(LINK.second, "2026-08-10")]);
    await rankVisits(db, new Date("2026-08-11T12:00Z"));
    expect((await lists()).map((row) => row.join(" "))).not.toContain("1 2026-01-01");
  });
});
