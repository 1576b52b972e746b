import { beforeEach, describe, expect, test } from "vitest";
import { carryOver } from "../../src/visits/carry-over.ts";
import { countAsBefore, migrateNow, rankAsBefore } from "./previous-version.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const carry = async () => {
  await migrateNow(db, "2026-06-01");
  while (!(await carryOver(db)));
};

describe("rankings of the version before are carried over as a whole", () => {
  test("from the first list to the last one", async () => {
    const visit = { hour: "2026-08-06T04", country: "US", device: "phone", visitor: "person" } as const;
    await countAsBefore(db, [{ linkId: LINK.second, qr: "front", visits: 2, ...visit }]);
    // All blocks that have the sixth of August ended before the ninth.
    await rankAsBefore(db, "2026-08-09");
    const lists = (prefix: string) =>
      rowsOf(db, `SELECT id, days, first_day, kind, scans FROM ${prefix}_lists ORDER BY id`);
    const before = await lists("visit_ranking");
    expect(before.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    await carry();
    expect(await lists("visit_rank")).toEqual(before);
    expect(await rowsOf(db, "SELECT list_id, scans FROM visit_ranks ORDER BY 1")).toEqual(
      before.map(([id]) => [id, 2]),
    );
  });

  /** Lists of QR codes with these ids, of so many days from these on. */
  const addLists = (lists: readonly (readonly [id: number, days: number, firstDay: string])[]) =>
    db.batch(
      lists.map((list) =>
        db
          .prepare(
            `INSERT INTO visit_ranking_lists (id, days, first_day, kind, organization_id, project_id, scans, clicks, robots, previews)
            VALUES (?1, ?2, ?3, 'qrCode', 'acme', 'main', 1, 0, 0, 0)`,
          )
          .bind(...list),
      ),
    );

  test("as far back as blocks are kept, and before the block that is ranked anew", async () => {
    await addLists([
      [1, 64, "2025-01-22"],
      [2, 8, "2025-06-25"],
      [3, 8, "2025-07-03"],
      [4, 1, "2026-04-28"],
      [5, 1, "2026-04-29"],
      [6, 1, "2026-08-06"],
      [7, 1, "2026-08-07"],
      [8, 8, "2026-08-07"],
    ]);
    // A block of 64 days begins with the seventh.
    await rankAsBefore(db, "2026-08-09");
    await carry();
    expect((await rowsOf(db, "SELECT id FROM visit_rank_lists ORDER BY id")).flat()).toEqual([1, 3, 5, 6]);
  });

  test("each code once, where the last link has several", async () => {
    await addLists([[1, 1, "2026-08-06"]]);
    await db
      .prepare(
        `INSERT INTO visit_rankings (list_id, link_id, qr_identifier, scans, clicks, robots, previews)
        SELECT 1, ?1, value, key + 1, 0, 0, 0 FROM json_each('["back", "front", "shelf"]')`,
      )
      .bind(LINK.second)
      .run();
    await rankAsBefore(db, "2026-08-09");
    await carry();
    expect(await rowsOf(db, "SELECT qr_identifier, scans FROM visit_ranks ORDER BY 1")).toEqual([
      ["back", 1],
      ["front", 2],
      ["shelf", 3],
    ]);
  });

  test("where there are more lists and more entries than one step takes", async () => {
    const numbers = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2003)";
    await db.batch(
      [
        `${numbers} INSERT INTO visit_ranking_lists (id, days, first_day, kind, organization_id, project_id, scans, clicks, robots, previews)
        SELECT n, 64, '2026-06-04', 'link', 'acme', 'project-' || n, n, 0, 0, 0 FROM n`,
        `${numbers} INSERT INTO visit_rankings (list_id, link_id, qr_identifier, scans, clicks, robots, previews)
        SELECT n, 'lnk_' || n, '', n, 0, 0, 0 FROM n`,
      ].map((sql) => db.prepare(sql)),
    );
    await rankAsBefore(db, "2026-08-09");
    await carry();
    const carried = `SELECT count(*), sum(entry.scans = list.id AND list.scans = list.id AND link_id = 'lnk_' || list.id)
      FROM visit_rank_lists AS list JOIN visit_ranks AS entry ON list_id = id JOIN visit_rank_links ON number = link_number`;
    expect(await rowsOf(db, carried)).toEqual([[2_003, 2_003]]);
  });
});
