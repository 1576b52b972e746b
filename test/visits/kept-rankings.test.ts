import { beforeEach, describe, expect, test } from "vitest";
import { forgetOldLists } from "../../src/visits/rank-visits.ts";
import { intercepted } from "../faults/faults.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(async () => {
  await emptyCounters(db);
  const state = `INSERT INTO visit_rank_state (id, first_day, day, organization_id, project_id, link_id, retailer)
    VALUES (1, '', '2026-08-09', '~', '', '', '')`;
  await db.prepare(state).run();
});

/** A list of one day, or of a block of days, with so many entries. */
const addList = (id: number, day: string, entries: number, days = 1) =>
  db.batch([
    db
      .prepare(
        `INSERT INTO visit_rank_lists (id, days, first_day, kind, organization_id, project_id, scans, clicks, robots, previews)
        VALUES (?1, ?3, ?2, 'link', 'acme', 'project-' || ?1, 0, 1, 0, 0)`,
      )
      .bind(id, day, days),
    db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n <= ?2)
        INSERT INTO visit_ranks (list_id, link_number, qr_identifier, scans, clicks, robots, previews)
        SELECT ?1, n, '', 0, 1, 0, 0 FROM n WHERE n <= ?2`,
      )
      .bind(id, entries),
  ]);

const ranked = (day: string) => db.prepare("UPDATE visit_rank_state SET day = ?1").bind(day).run();

describe("lists that are too old are deleted", () => {
  test("and those that begin a hundred days before the day that is ranked are not, or 400 for eight days", async () => {
    // 400 days before it, a block of eight days begins.
    await ranked("2026-08-07");
    await addList(1, "2026-04-28", 1);
    await addList(2, "2026-04-29", 1);
    await addList(3, "2025-06-25", 1, 8);
    await addList(4, "2025-07-03", 1, 8);
    await addList(5, "2024-01-03", 1, 64);
    await forgetOldLists(db);
    expect(await rowsOf(db, "SELECT id FROM visit_rank_lists ORDER BY id")).toEqual([[2], [4], [5]]);
  });

  test("with all their entries, also where a list has more than one step takes", async () => {
    await addList(1, "2026-01-01", 2_003);
    await addList(2, "2026-08-01", 1);
    await forgetOldLists(db);
    expect(await rowsOf(db, "SELECT id FROM visit_rank_lists")).toEqual([[2]]);
    expect(await rowsOf(db, "SELECT list_id FROM visit_ranks")).toEqual([[2]]);
  });

  test("in no more steps than they take, and one that finds none", async () => {
    await addList(1, "2026-01-01", 2_003);
    let steps = 0;
    const counted = intercepted(db, (name, call) => {
      if (name === "batch") steps++;
      return Promise.resolve(call());
    });
    await forgetOldLists(counted);
    expect(steps).toBe(3);
  });

  test("in fifty steps at most, even where more come to be too old meanwhile", async () => {
    let steps = 0;
    const meanwhile = intercepted(db, async (name, call) => {
      if (name === "batch") await addList(++steps, "2026-01-01", 0);
      return call();
    });
    await forgetOldLists(meanwhile);
    expect(steps).toBe(50);
  });
});

test("visits of days that are ranked go to blocks whose days are kept", async () => {
  await ranked("2026-08-07");
  await storeAll(
    db,
    ["2025-07-02", "2025-07-03", "2026-04-28", "2026-04-29"].map((day) => ({
      ...{ linkId: LINK.second, hour: `${day}T10` },
    })),
  );
  const lists = "SELECT days, first_day FROM visit_rank_lists WHERE days < 64 ORDER BY 1, 2";
  expect(await rowsOf(db, lists)).toEqual([
    [1, "2026-04-29"],
    [8, "2025-07-03"],
    [8, "2026-04-25"],
  ]);
});
