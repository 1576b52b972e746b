import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../src/core/days.ts";
import type { PartRow } from "../../src/visits/part-sum.ts";
import { foldDays } from "../../src/visits/range.ts";
import { rankVisits } from "../../src/visits/rank-visits.ts";
import type { RankingBounds } from "../../src/visits/ranking-query.ts";
import { rankedRows, rankingStatements } from "../../src/visits/ranking-store.ts";
import { blocksOf } from "../../src/visits/rankings.ts";
import { faulty } from "../faults/faults.ts";
import { fillLinks } from "../links/many-links.ts";
import { type SharedService, useService } from "../use-service.ts";
import { fillCounters } from "./counter-fill.ts";
import { storeAll } from "./visit-messages.ts";

/** Two days before a block of 64 days begins, and some after it has ended. */
const FIRST_DAY = Date.parse("2026-08-05T00:00:00.000Z");
const DAYS = 74;
const dayAt = (index: number): string => new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayAt(first + index));
const noonOf = (index: number): Date => new Date(FIRST_DAY + (index + 0.5) * DAY_MS);

let service: SharedService;
beforeAll(async () => {
  // After all days of these tests.
  vi.useFakeTimers({ toFake: ["Date"], now: FIRST_DAY + 300 * DAY_MS });
  service = await useService({}, "acme");
  for (const organization of ["acme", "globex"]) {
    await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
  }
  await fillLinks(service.env.DB, 3_000);
  // Not every day has visits.
  const days = daysFrom(0, DAYS).filter((_, index) => index % 3 === 0 || index >= DAYS - 2);
  await fillCounters(service.env.DB, { days, daily: 400, visited: 3_000, apart: 1 });
});
afterAll(async () => {
  vi.useRealTimers();
});

type Numbers = Pick<PartRow, "key" | "scans" | "clicks" | "robots" | "previews">;
const peopleOf = ({ scans, clicks }: Numbers): number => scans + clicks;

async function ranking(
  kind: "link" | "qrCode",
  days: string[],
  projects: "all" | string[],
  bounds: RankingBounds | undefined,
) {
  const question = { organizationId: "acme", projects, kind, days, rowLimit: 100 };
  const [statement] = await rankingStatements(service.env.DB, [question], bounds);
  const result = await statement?.all();
  return result ? rankedRows(result) : [];
}

/** The same from every row of these days. */
async function everyOne(kind: "link" | "qrCode", days: string[], projects: "all" | string[]) {
  const { results } = await service.env.DB.prepare(
    `SELECT link_id, scans, clicks, robots, previews, counts FROM visit_days
     WHERE day BETWEEN ?1 AND ?2 AND organization_id = 'acme' AND link_id > ''
       AND (?3 IS NULL OR project_id IN (SELECT value FROM json_each(?3)))`,
  )
    .bind(days[0], days.at(-1), projects === "all" ? null : JSON.stringify(projects))
    .all<Omit<Numbers, "key"> & { link_id: string; counts: string }>();
  const sums = new Map<string | null, Numbers>();
  const add = ({ key, ...numbers }: Numbers) => {
    const sum = sums.get(key) ?? { key, scans: 0, clicks: 0, robots: 0, previews: 0 };
    for (const name of NAMES) sum[name] += numbers[name];
    sums.set(key, sum);
  };
  for (const { link_id, counts, ...numbers } of results) {
    if (kind === "link") add({ key: link_id, ...numbers });
    else {
      for (const [code, cells] of Object.entries<string>(JSON.parse(counts).q ?? {})) {
        const of = (letter: string) => Number(new RegExp(`${letter}(\\d+)`).exec(cells)?.[1] ?? 0);
        add({ key: `qr_${link_id}_${code}`, scans: of("s"), clicks: 0, robots: of("r"), previews: of("v") });
      }
    }
  }
  return [...sums.values()].sort((a, b) => peopleOf(b) - peopleOf(a));
}

const NAMES = ["scans", "clicks", "robots", "previews"] as const;

/** Holds a ranking to what every total says. Gives how many rows it told. */
async function expectRight(
  kind: "link" | "qrCode",
  days: string[],
  projects: "all" | string[] = "all",
  bounds?: RankingBounds,
) {
  const all = await everyOne(kind, days, projects);
  const rows = await ranking(kind, days, projects, bounds);
  const told = rows.filter(({ key }) => key !== null);
  const byKey = new Map(all.map((each) => [each.key, each]));
  expect(
    told.map(({ key, scans, clicks, robots, previews }) => ({ key, scans, clicks, robots, previews })),
  ).toEqual(told.map(({ key }) => byKey.get(key)));
  expect(told.map(peopleOf)).toEqual(all.slice(0, told.length).map(peopleOf));
  const sum = (of: readonly Numbers[], name: "scans" | "clicks" | "robots" | "previews") =>
    of.reduce((total, each) => total + (each[name] ?? 0), 0);
  for (const name of ["scans", "clicks", "robots", "previews"] as const) {
    expect([name, sum(rows, name)]).toEqual([name, sum(all, name)]);
  }
  return { told: told.length, of: all.length };
}

/** So little that entries, candidates and rows of days are left out. */
const LITTLE: RankingBounds = { entries: 900, candidates: 40, rows: 300 };

const expectAllRight = async () => {
  for (const days of [daysFrom(0, DAYS), daysFrom(2, 70), daysFrom(33, 30)]) {
    for (const kind of ["link", "qrCode"] as const) {
      await expectRight(kind, days);
      expect((await expectRight(kind, days, "all", LITTLE)).told).toBeLessThanOrEqual(LITTLE.candidates);
    }
  }
  await expectRight("link", daysFrom(1, 20), ["shop", "rare"]);
};
const stateOf = () =>
  service.env.DB.prepare("SELECT day, organization_id = '~' AS whole FROM visit_rank_state").first();

describe("design: what a question reads depends on its answer: links and QR codes with most people", () => {
  test("before anything is ranked, all totals of the days are read", async () => {
    expect(await stateOf()).toBeNull();
    await expectAllRight();
  });

  test("while totals are ranked, with answers that are lost, runs that fail and runs that overlap", async () => {
    const { DB } = service.env;
    const now = noonOf(DAYS - 1);
    for (const fault of ["loses answers", "throws"] as const) {
      const steps = faulty(DB, fault);
      const db = new Proxy(DB, {
        get: (target, name) => Reflect.get(name === "batch" ? steps : target, name).bind(target),
      });
      await expect(rankVisits(db, now)).rejects.toThrow();
    }
    await expectAllRight();
    // A visit of a day that is ranked, of one that is being ranked and of one that is not.
    const state = await stateOf();
    expect(state).toMatchObject({ day: dayAt(3), whole: 0 });
    await lateVisits([dayAt(0), dayAt(3), dayAt(40), "2026-07-01"]);
    await Promise.all([rankVisits(DB, now), rankVisits(DB, now)]);
    for (let run = 0; run < 3; run++) await rankVisits(DB, now);
    // Noon of the last day: that day is not over.
    expect(await stateOf()).toEqual({ day: dayAt(DAYS - 2), whole: 1 });
    await expectAllRight();
    await expectRight("link", ["2026-07-01"]);
  });

  test("visits that come after their day was ranked, and those of the last day", async () => {
    await lateVisits([
      dayAt(0),
      dayAt(3),
      dayAt(20),
      dayAt(DAYS - 2),
      dayAt(DAYS - 1),
      "2026-07-01",
      "2025-01-01",
    ]);
    await expectAllRight();
    // The last day is ranked between the look-up of its visits and their count.
    const { DB } = service.env;
    let batches = 0;
    const batch = async (statements: D1PreparedStatement[]) => {
      if (++batches === 2) await rankVisits(DB, noonOf(DAYS));
      return DB.batch(statements);
    };
    const overtaken = new Proxy(DB, {
      get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
    });
    await storeAll(overtaken, [{ linkId: idOf(2_999), hour: `${dayAt(DAYS - 1)}T09`, visits: 60 }]);
    expect(batches).toBe(4);
    expect(await stateOf()).toEqual({ day: dayAt(DAYS - 1), whole: 1 });
    await expectAllRight();
    const { told } = await expectRight("link", daysFrom(2, 70), "all", LITTLE);
    expect(told).toBeGreaterThan(10);
  });

  test("blocks of one day are deleted after 100 days, and the days are told all the same", async () => {
    const { DB } = service.env;
    const dayLists = () =>
      DB.prepare(
        "SELECT count(*) AS n, min(first_day) AS first FROM visit_rank_lists WHERE days = 1",
      ).first();
    await lateVisits([dayAt(90), dayAt(135)]);
    await rankVisits(DB, noonOf(136));
    expect(await dayLists()).toMatchObject({ first: dayAt(36) });
    await lateVisits([dayAt(2), dayAt(50)]);
    expect(await dayLists()).toMatchObject({ first: dayAt(36) });
    await expectAllRight();
    const orphans =
      "SELECT count(*) AS n FROM visit_ranks WHERE list_id NOT IN (SELECT id FROM visit_rank_lists)";
    expect(await DB.prepare(orphans).first("n")).toBe(0);
  });

  test("days that are in no block and in months by now are told as before", async () => {
    const { DB } = service.env;
    const { left } = blocksOf(daysFrom(3, 30), { first: "", day: dayAt(136), whole: true });
    expect(left.length).toBeGreaterThan(1);
    const all = () =>
      Promise.all(
        (["link", "qrCode"] as const).flatMap((kind) =>
          [undefined, LITTLE].map((bounds) => ranking(kind, daysFrom(3, 30), "all", bounds)),
        ),
      );
    const before = await all();
    const daysKept = () =>
      DB.prepare("SELECT count(*) AS n FROM visit_days WHERE day BETWEEN ?1 AND ?2")
        .bind(dayAt(3), dayAt(32))
        .first("n");
    expect(await daysKept()).not.toBe(0);
    for (let run = 0; run < 10 && (await daysKept()) !== 0; run++) await foldDays(DB, noonOf(136));
    expect(await daysKept()).toBe(0);
    expect(await all()).toEqual(before);
  });

  test("links that all have about as many visits are told as far as they are certain", async () => {
    const { DB } = service.env;
    const day = dayAt(200);
    for (let number = 0; number < 30; number++) {
      await storeAll(
        DB,
        Array.from({ length: 100 }, (_, index) => ({
          linkId: idOf(1 + number * 100 + index),
          hour: `${day}T10`,
          visits: number === 5 && index < 3 ? 2 + index : 1,
        })),
      );
    }
    expect(await expectRight("link", [day])).toMatchObject({ told: 3 });
  });
});

const idOf = (number: number): string => `lnk_01kar00000${String(number).padStart(16, "0")}`;
const lateVisits = (days: readonly string[]) =>
  storeAll(
    service.env.DB,
    days.flatMap((day) => [
      { linkId: idOf(1), hour: `${day}T05`, visits: 40 },
      { linkId: idOf(2_999), hour: `${day}T06`, visits: 7, device: "desktop" as const },
      { linkId: idOf(2_999), hour: `${day}T06`, visits: 9, visitor: "robot" as const },
    ]),
  );
