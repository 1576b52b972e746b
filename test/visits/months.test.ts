import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepVisits } from "../../src/visits/keep-visits.ts";
import { packMonths } from "../../src/visits/pack-months.ts";
import { foldDays } from "../../src/visits/range.ts";
import { faulty } from "../faults/faults.ts";
import type { SharedService } from "../use-service.ts";
import { storeAll } from "./visit-messages.ts";
import { beforeBatch, emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
});
beforeEach(() => emptyCounters(db));

/** Days before August are put into months now. */
const NOW = new Date("2026-11-01T12:00:00Z");

/** The day that was ranked last, as a whole unless it is said up to which organization. */
const ranked = (day: string, organization = "~") =>
  db
    .prepare(
      `INSERT INTO visit_rank_state (id, first_day, day, organization_id, project_id, link_id, retailer)
      VALUES (1, '', ?1, ?2, '', '', '')`,
    )
    .bind(day, organization)
    .run();
const daysLeft = async () => (await rowsOf(db, "SELECT DISTINCT day FROM visit_days ORDER BY 1")).flat();
const months = (columns = "month, project_id, link_id, counts") =>
  rowsOf(db, `SELECT ${columns} FROM visit_months ORDER BY month, project_id, link_id`);

describe("design: hours are kept 90 days, then days", () => {
  beforeEach(() =>
    storeAll(
      db,
      ["2026-06-30", "2026-07-30", "2026-07-31", "2026-08-01"].flatMap((day, index) => [
        { linkId: LINK.second, hour: `${day}T10`, visits: index + 1 },
        { linkId: LINK.second, hour: `${day}T11`, qr: "made-up", country: "CA", visitor: "robot" as const },
      ]),
    ),
  );

  test("two days more, and not before they are ranked", async () => {
    await foldDays(db, NOW);
    expect(await daysLeft()).toHaveLength(4);
    await ranked("2026-07-30", "acme");
    await foldDays(db, NOW);
    expect(await daysLeft()).toEqual(["2026-07-30", "2026-07-31", "2026-08-01"]);
    await db.prepare("UPDATE visit_rank_state SET organization_id = '~'").run();
    await foldDays(db, NOW);
    expect(await daysLeft()).toEqual(["2026-07-31", "2026-08-01"]);
    await db.prepare("UPDATE visit_rank_state SET day = '2026-10-30'").run();
    await foldDays(db, NOW);
    expect(await daysLeft()).toEqual(["2026-08-01"]);
  });

  test("months have what their days had; what comes later is added", async () => {
    await ranked("2026-10-30");
    await foldDays(db, NOW);
    const june = { c: { USk: "D1", CAr: "D1" }, d: { "custom:pk": "D1", "custom:rr": "D1" } };
    const july = { c: { USk: "D2E3", CAr: "D1E1" }, d: { "custom:pk": "D2E3", "custom:rr": "D1E1" } };
    expect(await months()).toEqual([
      ["2026-06", "main", "", june],
      ["2026-06", "main", LINK.second, june],
      ["2026-07", "main", "", july],
      ["2026-07", "main", LINK.second, july],
    ]);
    const late = ["2026-07-01", "2026-07-31"].map((day) => ({ linkId: LINK.third, hour: `${day}T10` }));
    await storeAll(db, [...late, { linkId: LINK.second, hour: "2026-07-31T23", visits: 7 }]);
    await foldDays(db, NOW);
    const [, , ofProject, ofSecond, ofThird] = await months("counts");
    expect(ofSecond).toEqual([{ c: { ...july.c, USk: "D2E10" }, d: { ...july.d, "custom:pk": "D2E10" } }]);
    expect(ofThird).toEqual([{ c: { USk: "a1E1" }, d: { "bigbox_w:pk": "a1E1" } }]);
    expect(ofProject).toEqual([
      {
        c: { ...july.c, USk: "a1D2E11" },
        d: { ...july.d, "custom:pk": "D2E10", "bigbox_w:pk": "a1E1" },
      },
    ]);
  });

  test("nothing where something was added meanwhile, or another run came first; then all", async () => {
    await ranked("2026-10-30");
    const late = { linkId: LINK.second, hour: "2026-07-30T10", visits: 5 };
    await foldDays(
      beforeBatch(db, () => storeAll(db, [late])),
      NOW,
    );
    expect([await months(), await daysLeft()]).toMatchObject([[], { length: 4 }]);
    await foldDays(
      beforeBatch(db, () => foldDays(db, NOW)),
      NOW,
    );
    const people = "counts ->> '$.c.USk'";
    expect(await months(people)).toEqual([["D1"], ["D1"], ["D7E3"], ["D7E3"]]);
    await foldDays(faulty(db, "loses answers"), NOW).catch(() => {});
    expect(await months(people)).toHaveLength(4);
  });

  test("more days than one step takes are put into months by one run, also where a single one is left", async () => {
    await ranked("2026-10-30");
    // With these there are 1,001 days of links and projects before August, one more than a step takes.
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 994)
        INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts)
        SELECT '2026-05-01', 'acme', 'main', 'lnk_' || n, 'custom', 0, 1, 0, 0, 0, '{":":{"USp":"a1"}}' FROM n`,
      )
      .run();
    await foldDays(db, NOW);
    expect(await daysLeft()).toEqual(["2026-08-01"]);
    expect(await rowsOf(db, "SELECT count(*) FROM visit_months WHERE month = '2026-05'")).toEqual([[995]]);
  });
});

const CELLS = '{"c":{"USk":"a20b20c20d20"}}';
const SERIES = '{"c":{"USk":"=a7####"}}';
const addMonth = (month: string, link: string, counts = CELLS) =>
  db
    .prepare(
      "INSERT INTO visit_months (month, organization_id, project_id, link_id, counts) VALUES (?1, 'acme', 'main', ?2, ?3)",
    )
    .bind(month, link, counts)
    .run();
/** The months that are packed. */
const packed = async () =>
  (
    await rowsOf(
      db,
      `SELECT month || link_id FROM visit_months WHERE packed = '${SERIES}' AND counts = '{}' ORDER BY 1`,
    )
  ).flat();

describe("design: months that are over are packed", () => {
  test("once all their days are in them", async () => {
    for (const month of ["2026-06", "2026-07", "2026-08"])
      for (const link of ["", "lnk_1"]) await addMonth(month, link);
    await storeAll(db, [{ linkId: LINK.second, hour: "2026-07-31T10" }]);
    await packMonths(db, NOW);
    expect(await packed()).toEqual(["2026-06", "2026-06lnk_1"]);
    await db.prepare("DELETE FROM visit_days").run();
    // Ninety days ago it was August, which may get days yet.
    await packMonths(db, NOW);
    expect(await packed()).toEqual(["2026-06", "2026-06lnk_1", "2026-07", "2026-07lnk_1"]);
  });

  test("each once: what is added to a packed month stays beside it", async () => {
    await addMonth("2026-05", "lnk_1");
    await packMonths(db, NOW);
    await db.prepare("UPDATE visit_months SET counts = ?1").bind(CELLS).run();
    await addMonth("2026-04", "lnk_1");
    await addMonth("2026-06", "lnk_1");
    await packMonths(db, NOW);
    expect(await months("month, counts, packed")).toEqual([
      ["2026-04", JSON.parse(CELLS), null],
      ["2026-05", JSON.parse(CELLS), JSON.parse(SERIES)],
      ["2026-06", {}, JSON.parse(SERIES)],
    ]);
    const place = "SELECT month, organization_id, project_id, link_id FROM visit_pack_state";
    expect(await rowsOf(db, place)).toEqual([["2026-06", "acme", "main", "lnk_1"]]);
  });

  test("but not those to which something was added meanwhile, and none by a run that came second", async () => {
    for (const link of ["lnk_1", "lnk_2"]) await addMonth("2026-05", link);
    const other = '{"c":{"USk":"a1"}}';
    const add = db.prepare("UPDATE visit_months SET counts = ?1 WHERE link_id = 'lnk_1'").bind(other);
    await packMonths(
      beforeBatch(db, () => add.run()),
      NOW,
    );
    expect(await packed()).toEqual(["2026-05lnk_2"]);
    await emptyCounters(db);
    await addMonth("2026-05", "lnk_1");
    const meanwhile = async () => {
      await packMonths(db, NOW);
      await addMonth("2026-06", "lnk_1");
      await packMonths(db, NOW);
      // As read before, but in months that another run has gone by.
      await db.prepare("UPDATE visit_months SET counts = ?1, packed = NULL").bind(CELLS).run();
    };
    await packMonths(beforeBatch(db, meanwhile), NOW);
    expect(await packed()).toEqual([]);
    // It does not go back to where the second one would be.
    expect(await rowsOf(db, "SELECT month FROM visit_pack_state")).toEqual([["2026-06"]]);
  });

  test("all that two whole steps take, by one run", async () => {
    await db
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 999)
        INSERT INTO visit_months (month, organization_id, project_id, link_id, counts)
        SELECT '2026-05', 'acme', 'main', printf('lnk_%04d', n), ?1 FROM n`,
      )
      .bind(CELLS)
      .run();
    await packMonths(db, NOW);
    expect(await packed()).toHaveLength(1_000);
  });
});

describe("the job that keeps visits", () => {
  /** What is ranked up to which day, and the months with whether they are packed. */
  const kept = async (on = db) => {
    await keepVisits({ db: on, now: () => NOW });
    const state = await rowsOf(db, "SELECT day, organization_id FROM visit_rank_state");
    return [state, await months("month, packed IS NOT NULL")];
  };
  beforeEach(() =>
    storeAll(
      db,
      ["2026-06-30", "2026-10-30"].map((day) => ({ linkId: LINK.second, hour: `${day}T10` })),
    ),
  );

  test("ranks days that are over, puts old ones into months, and packs these, in one run", async () => {
    expect(await kept()).toEqual([[["2026-10-30", "~"]], Array(2).fill(["2026-06", 1])]);
    expect(await daysLeft()).toEqual(["2026-10-30"]);
  });
});
