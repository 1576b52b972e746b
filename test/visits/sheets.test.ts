import { beforeEach, describe, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";
import { SEED } from "../seeds.ts";
import { withBatch } from "../with-batch.ts";
import { type Came, expectRankings } from "./plain-ranking.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
const oldVisits = visitArchives(env.QR_IMAGES);
const LINKS = Object.values(LINK);
const CODES = ["", "default", "poster"];
await db.batch(
  LINKS.flatMap((link) =>
    CODES.filter((code) => code !== "").map((code) =>
      db
        .prepare(
          `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
           VALUES (?1, ?2, 'Code', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
        )
        .bind(link, code),
    ),
  ),
);
const TAGGED = { filter: { tag: "summer" }, tagged: [LINK.fourth] };

const NOW = new Date("2026-09-20T12:00:00Z");
const dayAgo = (days: number): string => dayOf(new Date(NOW.getTime() - days * DAY_MS));
const RECENT = { from: dayAgo(19), to: dayAgo(0) };
/** As many as are needed for everything to be in several pages. */
const SMALL = { characters: 30, rows: 3 };

let came: Came[] = [];
let random = SEED;
const below = (limit: number): number => {
  random = (random * 48_271 + 11) % 2_147_483_647;
  return random % limit;
};
beforeEach(async () => {
  came = [];
  random = SEED;
  await emptyCounters(db);
  await setZone(null);
  await db.batch([
    db.prepare("UPDATE links SET project_id = 'main' WHERE id = ?1").bind(LINK.second),
    db.prepare("UPDATE links SET project_id = 'rare' WHERE id = ?1").bind(LINK.first),
  ]);
});

const setZone = (name: string | null) =>
  db.prepare("UPDATE organizations SET time_zone = ?1 WHERE id = 'acme'").bind(name).run();

/** Visits of random links, codes and visitors in these hours, of which some are in one message. */
async function visit(hours: readonly string[], zone = "UTC"): Promise<void> {
  const owners = new Map(
    (await rowsOf(db, "SELECT id, project_id FROM links")).map(([id, project]) => [
      String(id),
      String(project),
    ]),
  );
  for (const hour of hours) {
    const visits = Array.from({ length: 1 + below(6) }, () => ({
      ...{ linkId: LINKS[below(4)] ?? "", qr: CODES[below(3)] ?? "", hour },
      visitor: (["person", "person", "robot", "preview"] as const)[below(4)] ?? ("person" as const),
      visits: 1 + below(60),
    }));
    await storeAll(db, visits);
    const day = zoneOf(zone).dayOf(new Date(`${hour}:00Z`));
    for (const { linkId, qr, visitor, visits: number } of visits) {
      const name = visitor === "person" ? (qr === "" ? "clicks" : "scans") : (`${visitor}s` as const);
      came.push({ day, projectId: owners.get(linkId) ?? "", linkId, code: qr, class: name, visits: number });
    }
  }
}

const write = (bounds = { pages: 100, rows: 2_000 }, now = NOW) =>
  writeSheets({ db, oldVisits, now: () => now }, bounds);
const periods = async (state: string): Promise<unknown[]> =>
  (
    await rowsOf(db, `SELECT DISTINCT period FROM visit_sheet_periods WHERE state = '${state}' ORDER BY 1`)
  ).flat();

/** Expects the right numbers of all ranges and filters, whatever fits into a page. */
async function expectAll(now = NOW): Promise<void> {
  const ranges = [
    RECENT,
    { from: "2026-07-20", to: dayAgo(1) },
    { from: "2026-08-01", to: "2026-08-31" },
    { from: "2026-03-01", to: dayAgo(0) },
  ];
  const filters = [{}, { filter: { projectId: "main" } }, { filter: { dayOfWeek: "sat,sun,mon" } }, TAGGED];
  for (const range of ranges) await expectRankings(env, came, now, range);
  for (const [index, filter] of filters.entries())
    await expectRankings(env, came, now, { ...(ranges[index] ?? RECENT), ...filter }, { page: SMALL });
}

const hoursAgo = (...days: readonly number[]) => days.map((ago) => `${dayAgo(ago)}T${10 + below(10)}`);

describe("design: rankings are exact", () => {
  test("of days on sheets, of others and of late visits", async () => {
    await visit(hoursAgo(0, 0, 1, 1, 2, 5, 6, 20, 21, 25, 30, 40, 50, 60));
    await expectAll();
    await write();
    expect(await periods("open")).toEqual(["2026-09", dayAgo(0)]);
    // July and August have ended.
    expect((await periods("written")).filter((period) => String(period).length === 7)).toEqual([
      "2026-07",
      "2026-08",
    ]);
    await expectAll();
    // Late, to new and old links of a day and to a day without visits.
    await visit(hoursAgo(1, 21, 3));
    expect(await periods("open")).toEqual(
      ["2026-08", dayAgo(21), "2026-09", dayAgo(3), dayAgo(1), dayAgo(0)].sort(),
    );
    await expectAll();
    await write();
    await expectAll();
    // Nothing is left to do, so nothing changes.
    const before = await rowsOf(db, "SELECT * FROM visit_sheet_periods");
    await write();
    expect(await rowsOf(db, "SELECT * FROM visit_sheet_periods")).toEqual(before);
  });

  test("after days became months, before and after they are on sheets", { tags: "all" }, async () => {
    await visit(hoursAgo(150, 150, 149, 140, 20, 1, 0));
    await rollUpVisits({ db, now: () => NOW });
    await expectAll();
    await write();
    expect(await periods("open")).toEqual(["2026-09", dayAgo(0)]);
    await expectAll();
    // Of a day that is in a month already.
    await visit(hoursAgo(149, 149));
    await expectAll();
    await rollUpVisits({ db, now: () => NOW });
    await expectAll();
    await write();
    await expectAll();
  });

  test("of links that are in another project now", async () => {
    await visit(hoursAgo(4, 3));
    await write();
    await db.prepare("UPDATE links SET project_id = 'shop' WHERE id = ?1").bind(LINK.second).run();
    await visit(hoursAgo(3, 2, 0));
    await expectAll();
    await write();
    await expectAll();
    await expectRankings(env, came, NOW, { from: dayAgo(9), to: dayAgo(0), filter: { projectId: "shop" } });
  });
});

describe("design: days are those of the organization's time zone", () => {
  const question = { from: "2026-10-28", to: "2026-11-03" };

  test("also when clocks change", async () => {
    await setZone("America/New_York");
    // Each hour around the day of 25 hours, half of which are on another day in UTC.
    const hours = Array.from({ length: 60 }, (_, hour) =>
      new Date(Date.parse("2026-10-31T00:00:00Z") + hour * 3_600_000).toISOString().slice(0, 13),
    );
    await visit(hours, "America/New_York");
    // A quarter of an hour after its midnight, November 1 has not been over for long enough.
    await write(undefined, new Date("2026-11-02T05:14:00Z"));
    expect(await periods("written")).toEqual(["2026-10", "2026-10-30", "2026-10-31"]);
    const now = new Date("2026-11-02T05:15:00Z");
    await write(undefined, now);
    expect(await periods("written")).toContain("2026-11-01");
    await expectRankings(env, came, now, question);
    await expectRankings(env, came, now, { ...question, from: "2026-11-01", to: "2026-11-01" });
  });

  test("also when the zone changes, so that a day that was over goes on", async () => {
    await setZone("Pacific/Kiritimati");
    await visit(["2026-10-31T09", "2026-11-01T08"], "Pacific/Kiritimati");
    const now = new Date("2026-11-01T12:00:00Z");
    await write(undefined, now);
    expect(await periods("written")).toEqual(["2026-10", "2026-10-31", "2026-11-01"]);
    await setZone("America/New_York");
    await visit(["2026-11-01T12", "2026-11-01T20"], "America/New_York");
    await expectRankings(env, came, now, question);
    await write(undefined, now);
    expect(await periods("open")).toEqual(["2026-11", "2026-11-01"]);
    await expectRankings(env, came, now, question);
  });
});

describe("design: sheets are right whatever happens while they are written", () => {
  const SLOW = { pages: 100, rows: 2 };

  test("two runs at once", async () => {
    await visit(hoursAgo(40, 30, 3, 3, 2, 2, 1, 1, 1));
    await Promise.all([write(SLOW), write(SLOW), write()]);
    await expectAll();
    await write();
    expect(await periods("open")).toEqual(["2026-09"]);
    await expectAll();
  });

  test("a run that ends anywhere", { tags: "all" }, async () => {
    for (let pages = 1; pages < 9; pages++) {
      await visit(hoursAgo(2, 1, 40));
      await write({ pages, rows: 2 });
      await expectRankings(env, came, NOW, { from: "2026-08-01", to: dayAgo(0) });
    }
    // Killed after each of its transactions, and after each whose response is lost.
    for (const isCommitted of [false, true])
      for (let batches = 0; batches < 6; batches++) {
        await visit(hoursAgo(2));
        await expect(
          writeSheets({ db: killedAfter(batches, isCommitted), oldVisits, now: () => NOW }, SLOW),
        ).rejects.toThrow();
        await expectRankings(env, came, NOW, { from: "2026-08-01", to: dayAgo(0) });
      }
    await write();
    await expectAll();
  });

  test("visits and other runs that come meanwhile", async () => {
    for (let batches = 1; batches < 8; batches++) {
      for (const meanwhile of [() => visit(hoursAgo(2)), () => visit(hoursAgo(2)).then(() => write(SLOW))]) {
        await visit(hoursAgo(2, 2));
        await writeSheets({ db: afterBatches(batches, meanwhile), oldVisits, now: () => NOW }, SLOW);
        await expectRankings(env, came, NOW, { from: dayAgo(9), to: dayAgo(0) });
      }
    }
    await write();
    await expectAll();
  });

  test("a ranking that is read meanwhile", async () => {
    await visit(hoursAgo(9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    await write();
    for (const batch of [2, 3, 4]) {
      // The sheets of a day change after the first page was read.
      await visit(hoursAgo(5));
      const DB = afterBatches(batch, () => write());
      await expectRankings({ ...env, DB }, came, NOW, { from: dayAgo(19), to: dayAgo(0) }, { page: SMALL });
    }
  });
});

/** A database that fails from a batch on, before or after it is stored. */
function killedAfter(batches: number, isCommitted: boolean): D1Database {
  let left = batches;
  const batch = async (statements: D1PreparedStatement[]) => {
    if (left-- > 0) return db.batch(statements);
    if (isCommitted && left === -1) await db.batch(statements);
    throw new Error("killed");
  };
  return withBatch(db, batch);
}

/** A database of which something happens after so many batches. */
function afterBatches(batches: number, happens: () => Promise<unknown>): D1Database {
  let left = batches;
  const batch = async (statements: D1PreparedStatement[]) => {
    if (left-- === 0) await happens();
    return db.batch(statements);
  };
  return withBatch(db, batch);
}
