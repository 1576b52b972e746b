import { beforeEach, describe, expect, test } from "vitest";
import { carryLateCounts } from "../../src/visits/carry-counts.ts";
import { countAsBefore, migrateNow } from "./previous-version.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(async () => {
  await emptyCounters(db);
  await migrateNow(db, "2026-08-10");
});

/** Visits that the version before counts after the migration. */
const countLate = (visits: number, hour = "2026-08-31T04") =>
  countAsBefore(db, [
    { linkId: LINK.second, hour, qr: "", country: "US", device: "phone", visitor: "person", visits },
  ]);
const clicks = () => rowsOf(db, "SELECT day, clicks FROM visit_days WHERE link_id <> '' ORDER BY day");

describe("what the version before counts late is carried over", () => {
  test("once: what was carried is not looked at again", async () => {
    await countLate(5);
    await carryLateCounts(db);
    expect(await clicks()).toEqual([["2026-08-31", 5]]);
    await db.prepare("DELETE FROM visit_days").run();
    await carryLateCounts(db);
    expect(await clicks()).toEqual([]);
  });

  test("also where more than a run looks at was carried before", async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2001)
        INSERT INTO visit_late_counts (link_id, hour, qr_identifier, country, device, visitor, visits, carried)
        SELECT 'lnk_00' || n, '2026-08-31T04', '', 'US', 'phone', 'person', 1, 1 FROM n`,
      )
      .run();
    await countLate(5);
    await carryLateCounts(db);
    expect(await clicks()).toEqual([["2026-08-31", 5]]);
  });

  test("each counter for itself, by a run that another one overtook twice, too", async () => {
    await countLate(5);
    await countLate(1, "2026-09-01T04");
    let batches = 0;
    const overtaken: D1Database = new Proxy(db, {
      get: (target, name) =>
        name === "batch"
          ? async (statements: D1PreparedStatement[]) => {
              // The first one reads what is late, the second one adds it.
              if (++batches === 2) {
                await carryLateCounts(target);
                await countLate(3);
                await carryLateCounts(target);
              }
              return target.batch(statements);
            }
          : Reflect.get(target, name).bind(target),
    });
    await carryLateCounts(overtaken);
    await carryLateCounts(db);
    expect(await clicks()).toEqual([
      ["2026-08-31", 8],
      ["2026-09-01", 1],
    ]);
  });
});
