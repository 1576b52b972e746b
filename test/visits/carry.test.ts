import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { carryOver } from "../../src/visits/carry-over.ts";
import { foldDays } from "../../src/visits/fold-days.ts";
import type { SharedService } from "../use-service.ts";
import { countAsBefore, migrateNow, rankAsBefore } from "./previous-version.ts";
import { storeAll, type Visits } from "./visit-messages.ts";
import { beforeBatch, emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  const code = `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
    VALUES (?1, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`;
  await db.prepare(code).bind(LINK.second).run();
});
beforeEach(() => emptyCounters(db));

const SINCE = "2026-08-10";
const visits = (
  linkId: string,
  hour: string,
  more: Omit<Partial<Visits>, "linkId"> = {},
): Required<Visits> => ({
  ...{ linkId, hour, qr: "", country: "US", device: "phone", visitor: "person", visits: 1, ...more },
});
/** A few visits of two links from some day on. */
const visitsOf = (...days: string[]): Required<Visits>[] =>
  days.flatMap((day, index) => [
    visits(LINK.second, `${day}T04`, { visits: index + 2 }),
    visits(LINK.second, `${day}T04`, { country: "CA", device: "tablet" }),
    visits(LINK.second, `${day}T23`, { qr: "front", device: "desktop", visits: 3 }),
    visits(LINK.second, `${day}T00`, { qr: "front", device: "other", visitor: "robot", visits: 4 }),
    visits(LINK.second, `${day}T00`, { device: "other", visitor: "preview", visits: 5 }),
    visits(LINK.third, `${day}T04`, { device: "other", visits: 6 }),
  ]);
const OLD = ["2026-07-31", "2026-08-09"];
const NEW = ["2026-08-10", "2026-08-31"];

/** Rows whose cells are in order: which visits came first does not matter. */
const inOrder = async (select: string): Promise<unknown> =>
  JSON.parse(JSON.stringify(await rowsOf(db, select)), (_, value) =>
    typeof value === "string" && /^(?:[A-Za-z]\d+)+$/.test(value)
      ? value
          .match(/[A-Za-z]\d+/g)
          ?.sort()
          .join("")
      : value,
  );
const days = () =>
  inOrder(`SELECT day, retailer, scans, clicks, robots, previews, taps, project_id, link_id, counts FROM visit_days
    ORDER BY day, retailer, link_id`);
const months = () =>
  inOrder("SELECT month, project_id, link_id, counts FROM visit_months ORDER BY month, link_id");

/** Carries everything over; something happens before one of the batches of that, counted from one. */
async function carry(before = 0, happens: () => Promise<unknown> = async () => {}): Promise<void> {
  let batches = 0;
  const overtaken: D1Database = new Proxy(db, {
    get: (target, name) =>
      name === "batch" && ++batches === before
        ? beforeBatch(target, happens).batch
        : Reflect.get(target, name).bind(target),
  });
  for (let runs = 1; !(await carryOver(overtaken)); runs++)
    if (runs === 3) throw new Error("carrying over does not come to an end");
}

/** What days and months hold where this version has counted the same visits. */
async function countedNow(all: readonly Visits[]) {
  await storeAll(db, all);
  await db.prepare("INSERT INTO visit_rank_state SELECT 1, '', ?1, '', '', '', ''").bind(SINCE).run();
  await foldDays(db, new Date("2027-01-01"));
  const found = [await days(), await months()];
  await emptyCounters(db);
  return found;
}

describe("design: live data moves without a stop", () => {
  const countedBefore = async () => {
    await countAsBefore(db, visitsOf(...OLD, ...NEW));
    // Its link was deleted.
    await countAsBefore(db, [visits("lnk_gone", `${SINCE}T04`)]);
    await migrateNow(db, SINCE);
  };

  // Another run goes all the way before one of the steps.
  test.each([0, 2, 3, 4, 6, 8, 9])(
    "days and months are those that this version would have counted, with step %i overtaken",
    async (step) => {
      const expected = await countedNow(visitsOf(...OLD, ...NEW));
      expect(expected).toMatchObject([{ length: 8 }, { length: 6 }]);
      await countedBefore();
      await carry(step, carry);
      expect([await days(), await months()]).toEqual(expected);
    },
  );

  test("steps end with whole days of a link, also where one has more counters than a step takes", async () => {
    const many = (linkId: string, day: string, counters: number) =>
      Array.from({ length: counters }, (_, number) => {
        const letters = [Math.floor(number / 24) % 26, Math.floor(number / 24 / 26)];
        const country = String.fromCharCode(...letters.map((letter) => 65 + letter));
        return visits(linkId, `${day}T${String(number % 24).padStart(2, "0")}`, { country });
      });
    // The first two days have the 2,000 counters of a step together.
    await countAsBefore(db, [
      ...many(LINK.second, "2026-08-10", 1_990),
      ...many(LINK.second, "2026-08-11", 10),
      ...many(LINK.second, "2026-08-12", 1),
      ...many(LINK.third, "2026-08-12", 2_100),
      ...many(LINK.third, "2026-08-13", 2),
    ]);
    await migrateNow(db, SINCE);
    await carry();
    const sums = "SELECT link_id, day, clicks FROM visit_days WHERE link_id <> '' ORDER BY 1, 2";
    expect(await rowsOf(db, sums)).toEqual([
      [LINK.second, "2026-08-10", 1_990],
      [LINK.second, "2026-08-11", 10],
      [LINK.second, "2026-08-12", 1],
      [LINK.third, "2026-08-12", 2_100],
      [LINK.third, "2026-08-13", 2],
    ]);
  });

  test("a single visit is carried over: of older days, of recent ones, and of those after the migration", async () => {
    const before = [visits(LINK.second, "2026-08-09T04", { qr: "front" }), visits(LINK.third, `${SINCE}T04`)];
    const after = [visits(LINK.third, "2026-09-01T04")];
    const expected = await countedNow([...before, ...after]);
    await countAsBefore(db, before);
    await migrateNow(db, SINCE);
    await countAsBefore(db, after);
    await carry();
    expect([await days(), await months()]).toEqual(expected);
  });

  test("visits of each link and day stay with the retailer that the totals name", async () => {
    await countAsBefore(db, visitsOf(...NEW));
    await db
      .prepare("UPDATE visit_totals SET retailer = 'grocer_a' WHERE dimension = 'device' AND link_id <> ''")
      .run();
    await migrateNow(db, SINCE);
    await carry();
    const links = [LINK.second, LINK.third];
    expect(await rowsOf(db, "SELECT day, link_id, retailer FROM visit_days WHERE link_id <> ''")).toEqual(
      NEW.flatMap((day) => links.map((link) => [day, link, "grocer_a"])),
    );
  });

  test("a run that does not come to the end says so", async () => {
    await migrateNow(db, SINCE);
    let others = 0;
    const anew = () => db.prepare(`UPDATE visit_carry_state SET place = '["", "${++others}"]'`);
    // Others begin anew right before each of its steps.
    const overtaken: D1Database = new Proxy(db, {
      get: (target, name) =>
        name === "batch"
          ? (statements: D1PreparedStatement[]) => target.batch([anew(), ...statements])
          : Reflect.get(target, name).bind(target),
    });
    expect([await carryOver(overtaken), await carryOver(db)]).toEqual([false, true]);
  });

  test("what the version before goes on to count is added once, and only that", async () => {
    const [before, after] = [visitsOf(...NEW), visitsOf("2026-08-31", "2026-09-01")];
    const expected = await countedNow([...before, ...after, ...after]);
    await countAsBefore(db, before);
    await migrateNow(db, SINCE);
    await countAsBefore(db, after);
    await carry();
    await countAsBefore(db, [...after, visits("lnk_gone", `${SINCE}T04`)]);
    // Another run adds them first.
    await carry(2, carry);
    await carry();
    expect([await days(), await months()]).toEqual(expected);
  });
});

describe("rankings go on where the version before had ranked", () => {
  /** Blocks of 64 days begin on the fourth of June and on the seventh of August. */
  const DAYS = ["2025-05-01", "2026-03-01", "2026-06-10", "2026-08-06", "2026-08-08", "2026-08-09"];
  const LISTS = `SELECT days, first_day, kind, list.scans, link_id, entry.scans, qr_identifier
    FROM visit_rank_lists AS list JOIN visit_ranks AS entry ON list_id = id JOIN visit_rank_links ON number = link_number
    ORDER BY kind, first_day, days, link_id`;
  const STATE = "SELECT first_day, day, organization_id FROM visit_rank_state";
  const ranked = async (since: string) => {
    await countAsBefore(
      db,
      DAYS.map((day) => visits(LINK.second, `${day}T04`, { qr: "front" })),
    );
    await countAsBefore(db, [visits(LINK.third, "2026-06-10T04", { qr: "front", visits: 2 })]);
    await rankAsBefore(db, "2026-08-09");
    await migrateNow(db, since);
  };

  test.each([0, 10, 11, 12, 13])(
    "with blocks that were complete, as far back as they are kept, with step %i overtaken",
    async (step) => {
      await ranked("2026-06-01");
      await carry(step, carry);
      const blocks = (kind: string, code: string) => [
        [64, "2025-03-13", kind, 1, LINK.second, 1, code],
        [64, "2026-01-27", kind, 1, LINK.second, 1, code],
        [8, "2026-02-28", kind, 1, LINK.second, 1, code],
        [8, "2026-06-04", kind, 3, LINK.second, 1, code],
        [8, "2026-06-04", kind, 3, LINK.third, 2, code],
        [64, "2026-06-04", kind, 4, LINK.second, 2, code],
        [64, "2026-06-04", kind, 4, LINK.third, 2, code],
        [1, "2026-06-10", kind, 3, LINK.second, 1, code],
        [1, "2026-06-10", kind, 3, LINK.third, 2, code],
        [8, "2026-07-30", kind, 1, LINK.second, 1, code],
        [1, "2026-08-06", kind, 1, LINK.second, 1, code],
      ];
      const found = await rowsOf(db, LISTS);
      expect(found).toEqual([...blocks("link", ""), ...blocks("qrCode", "front")]);
      expect(await rowsOf(db, STATE)).toEqual([["", "2026-08-06", "~"]]);
    },
  );

  test("from the first day on that is kept, if need be", async () => {
    await ranked("2026-08-07");
    await carry();
    expect(await rowsOf(db, STATE)).toEqual([["", "2026-08-06", "~"]]);
  });

  test("or anew, where that was before days that are kept, or nothing was ranked", async () => {
    await ranked("2026-08-08");
    await carry();
    expect([await rowsOf(db, LISTS), await rowsOf(db, STATE)]).toEqual([[], []]);
    await emptyCounters(db);
    await countAsBefore(db, visitsOf(...NEW));
    await migrateNow(db, SINCE);
    await carry();
    expect([await rowsOf(db, LISTS), await rowsOf(db, STATE)]).toEqual([[], []]);
  });
});
