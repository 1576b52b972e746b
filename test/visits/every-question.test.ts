import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { visitStatistics } from "../../src/api/visit-resources.ts";
import { DAY_MS, dayOf } from "../../src/core/days.ts";
import { carryOver } from "../../src/visits/carry-over.ts";
import { keepVisits } from "../../src/visits/keep-visits.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { faulty } from "../faults/faults.ts";
import { get, post } from "../requests.ts";
import { type IssuedKey, type Service, startService } from "../service.ts";
import { type PlainFilter, type PlainVisits, plainSums, plainTotal } from "./plain-counts.ts";
import { countAsBefore, migrateNow, rankAsBefore } from "./previous-version.ts";
import type { ToldVisits } from "./told-visits.ts";
import { storeAll } from "./visit-messages.ts";

/**
 * The same visits, counted by this version and, for the second half of the file, by the version before and carried over. Every
 * question has to be answered as plain counting answers it, for recent days, for days that are in months, and for both.
 */

/** How many kinds of visits, of two each on average. `EVERY_QUESTION=500000` counts a million, and asks for them. */
const KINDS = Number(process.env.EVERY_QUESTION ?? 6_000);
const PATIENCE = 240_000 * Math.ceil(KINDS / 6_000);
vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const daysAgo = (days: number): string => dayOf(new Date(TODAY - days * DAY_MS));
/** Recent days and old ones, which months hold. */
const AGES = [0, 1, 2, 5, 9, 20, 33, 60, 80, 95, 100, 130, 200];
const COUNTRIES = ["US", "CA", "DE", "FR", "XX"];
const DEVICES = ["phone", "tablet", "desktop", "other"] as const;

interface Linked {
  id: string;
  projectId: string;
  retailer: string;
}

let service: Service;
let key: IssuedKey;
const links: Linked[] = [];
let visits: PlainVisits[];

async function start(organization: string): Promise<void> {
  service = await startService();
  key = await service.issueKey({ organization, createProjects: ["main", "shop"] });
  for (let number = 0; number < 12; number++) {
    const pair = number % 3 === 0 ? "marketplace product_detail" : undefined;
    const projectId = number % 4 === 0 ? "shop" : "main";
    const link = expectLink(await post(service, "/v1/links", linkBody(pair, { projectId }), key));
    await post(service, `/v1/links/${link.id}/qr-codes`, { identifier: "poster" }, key);
    links.push({ id: link.id, projectId, retailer: link.retailer });
  }
  visits = Array.from({ length: KINDS }, (_, n): PlainVisits => {
    // Numbers that share no factor meet in all combinations.
    const link = links[(n * n + 3 * n) % 7] ??
      links[n % links.length] ?? { id: "", projectId: "", retailer: "" };
    const visitor = n % 11 === 0 ? "robot" : n % 17 === 0 ? "preview" : "person";
    return {
      linkId: link.id,
      projectId: link.projectId,
      retailer: link.retailer,
      qr: ["", "default", "poster"][n % 3] ?? "",
      hour: `${daysAgo(AGES[n % AGES.length] ?? 0)}T${String((n * 7) % 24).padStart(2, "0")}`,
      country: COUNTRIES[n % 5] ?? "XX",
      device: visitor === "person" ? (DEVICES[(n >> 2) % 4] ?? "other") : "other",
      visitor,
      visits: 1 + (n % 3),
    };
  });
}

const ask = async (query: Record<string, string>): Promise<ToldVisits> =>
  expectData(await get(service, `/v1/visits?${new URLSearchParams(query)}`, key), 200, visitStatistics);

const parametersOf = ({ ...filter }: PlainFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Rows as the API tells them: without the people's numbers of what is no person. */
function expected(by: string, filter: PlainFilter) {
  const total = plainTotal(visits, filter);
  const keyOf = (visit: PlainVisits): string | null => {
    if (by === "qrCode") return visit.qr === "" ? "none" : `qr_${visit.linkId}_${visit.qr}`;
    if (by === "device") return visit.visitor === "person" ? visit.device : null;
    if (by === "link") return visit.linkId;
    return by === "country" ? visit.country : visit.retailer;
  };
  const rows =
    by === "visitor" ? [] : Array.from(plainSums(visits, filter, keyOf), ([key, sum]) => ({ key, ...sum }));
  return { total, rows: rows.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

async function expectSame(by: string, filter: PlainFilter): Promise<void> {
  const { total, rows } = expected(by, filter);
  const answer = await ask({ ...parametersOf(filter), by });
  const told = (answer.rows ?? []).map(({ name: _, ...row }) => row).sort((a, b) => (a.key < b.key ? -1 : 1));
  expect([by, filter, answer.totals]).toEqual([by, filter, total]);
  if (by !== "visitor") expect([by, filter, told]).toEqual([by, filter, rows]);
}

const BY = ["qrCode", "country", "device", "visitor", "link", "retailer"];
const ranges = () => [
  { from: daysAgo(85), to: daysAgo(1) },
  { from: daysAgo(210), to: daysAgo(0) },
];

/** Everything that was asked before days and months took the place of counters and totals. */
async function expectEveryQuestion(): Promise<void> {
  const [link] = links;
  for (const range of ranges()) {
    for (const by of BY) {
      for (const filter of [{}, { projectId: "main" }, { linkId: link?.id ?? "" }]) {
        await expectSame(by, { ...range, ...filter });
      }
    }
    for (const interval of ["day", "week", "month"]) {
      const { buckets = [], totals } = await ask({ ...range, interval });
      expect(totals).toEqual(plainTotal(visits, range));
      expect(buckets.reduce((sum, { scans }) => sum + scans, 0)).toBe(totals.scans);
    }
    for (const filter of [{ country: "DE" }, { device: "phone" }, { retailer: "custom" }]) {
      for (const by of ["visitor", Object.keys(filter)[0] === "device" ? "retailer" : "visitor"]) {
        await expectSame(by, { ...range, ...filter });
      }
    }
    for (const qrCode of ["default", "poster"]) {
      await expectSame("visitor", { ...range, qrCode: `qr_${link?.id}_${qrCode}` });
    }
  }
  const { buckets = [] } = await ask({ from: daysAgo(9), to: daysAgo(0), interval: "hour" });
  const hours = plainSums(visits, { from: daysAgo(9), to: daysAgo(0) }, ({ hour }) => `${hour}:00:00.000Z`);
  for (const { start, ...numbers } of buckets) {
    expect([start, numbers]).toEqual([
      start,
      hours.get(start) ?? { scans: 0, clicks: 0, robots: 0, previews: 0 },
    ]);
  }
}

/** Filters together, which only the days of the last 90 answer. */
async function expectCrossFilters(): Promise<void> {
  const range = { from: daysAgo(85), to: daysAgo(0) };
  const [link] = links;
  const code = `qr_${link?.id}_poster`;
  const filters: Omit<PlainFilter, "from" | "to">[] = [
    { country: "CA", device: "phone" },
    { country: "US", retailer: "custom" },
    { country: "DE", dayOfWeek: "sat,sun" },
    { device: "tablet", dayOfWeek: "mon" },
    { country: "FR", device: "desktop", retailer: "marketplace", projectId: "main" },
    { linkId: link?.id ?? "", country: "US", device: "phone" },
    { linkId: link?.id ?? "", qrCode: code, country: "CA" },
    { linkId: link?.id ?? "", device: "other", dayOfWeek: "tue,wed,thu" },
  ];
  for (const filter of filters)
    for (const by of ["qrCode", "device", "link"]) await expectSame(by, { ...range, ...filter });
}

describe("design: the same visits, counted by this version", () => {
  beforeAll(async () => {
    await start("acme");
    for (let at = 0; at < visits.length; at += 500)
      await storeAll(service.env.DB, visits.slice(at, at + 500));
  });
  afterAll(() => service.close());

  test("before days are ranked and put into months", async () => {
    await expectEveryQuestion();
    await expectCrossFilters();
  });

  test("after that, through answers that are lost", async () => {
    const { DB } = service.env;
    const now = () => new Date();
    for (const fault of ["loses answers", "throws"] as const) {
      for (let run = 0; run < 3; run++) await keepVisits({ db: faulty(DB, fault), now }).catch(() => {});
    }
    await Promise.all([keepVisits({ db: DB, now }), keepVisits({ db: DB, now })]);
    expect(await DB.prepare("SELECT min(day) AS day FROM visit_days").first("day")).toBe(daysAgo(80));
    await expectEveryQuestion();
    await expectCrossFilters();
  });

  test("months that are over are packed, through answers that are lost and runs that overlap", async () => {
    const { DB } = service.env;
    const now = () => new Date();
    const unpacked = "SELECT count(*) AS n FROM visit_months WHERE packed IS NULL";
    const before = await DB.prepare(unpacked).first<number>("n");
    await keepVisits({ db: DB, now });
    // The version before, which reads what is not packed, can be rolled back to for two days after the migration.
    expect(await DB.prepare(unpacked).first("n")).toBe(before);
    await DB.prepare("UPDATE visit_pack_state SET begins = '2026-01-01'").run();
    await keepVisits({ db: faulty(DB, "loses answers"), now }).catch(() => {});
    await Promise.all([keepVisits({ db: DB, now }), keepVisits({ db: DB, now })]);
    const packed = "SELECT count(*) AS n FROM visit_months WHERE packed IS NOT NULL AND counts = '{}'";
    expect(await DB.prepare(packed).first<number>("n")).toBeGreaterThan(0);
    await expectEveryQuestion();
  });

  test("visits of days that are in months already are added to them", async () => {
    const late = visits
      .slice(0, 300)
      .map((visit, n) => ({ ...visit, hour: `${daysAgo(n % 2 ? 130 : 9)}T05` }));
    await storeAll(service.env.DB, late);
    visits = [...visits, ...late];
    await expectEveryQuestion();
    await keepVisits({ db: service.env.DB, now: () => new Date() });
    await expectEveryQuestion();
  });
});

describe("design: live data moves without a stop", () => {
  beforeAll(async () => {
    links.length = 0;
    await start("acme");
    const { DB } = service.env;
    for (let at = 0; at < visits.length; at += 1_000) await countAsBefore(DB, visits.slice(at, at + 1_000));
    await rankAsBefore(DB, daysAgo(2));
    await migrateNow(DB, daysAgo(89));
  });
  afterAll(() => service.close());

  test("visits that both versions count meanwhile, answers that are lost, runs that fail and that overlap", async () => {
    const { DB } = service.env;
    const more = (from: number) =>
      visits.slice(from, from + 200).map((visit) => ({ ...visit, hour: `${daysAgo(from % 3)}T04` }));
    const [before, now, after] = [more(0), more(400), more(800)];
    await countAsBefore(DB, before);
    for (const fault of ["loses answers", "throws", "loses answers"] as const) {
      await carryOver(faulty(DB, fault)).catch(() => {});
    }
    await storeAll(DB, now);
    await Promise.all([carryOver(DB), carryOver(DB), storeAll(DB, after)]);
    await countAsBefore(DB, before);
    for (let run = 0; !(await carryOver(DB)) || run < 2; run++);
    visits = [...visits, ...before, ...before, ...now, ...after];
    await expectEveryQuestion();
    await expectCrossFilters();
  });

  test("rankings go on where the version before had ranked", async () => {
    const { DB } = service.env;
    await keepVisits({ db: DB, now: () => new Date() });
    expect(await DB.prepare("SELECT count(*) > 0 AS some FROM visit_ranks").first("some")).toBe(1);
    await expectEveryQuestion();
  });

  test("visits stay with the retailers that their link led to on one day", async () => {
    const [link] = links;
    const { DB } = service.env;
    const day = daysAgo(40);
    const visit = (device: "phone" | "tablet", number: number, hour: number): Required<PlainVisits> => ({
      ...{ linkId: link?.id ?? "", projectId: "", retailer: "", qr: "", country: "US", visitor: "person" },
      ...{ hour: `${day}T${String(hour).padStart(2, "0")}`, device, visits: number },
    });
    await countAsBefore(DB, [visit("phone", 5, 1), visit("tablet", 2, 1)]);
    await DB.prepare("UPDATE links SET retailer = 'grocer_a' WHERE id = ?1").bind(link?.id).run();
    await countAsBefore(DB, [visit("phone", 3, 1), visit("phone", 4, 2)]);
    const tables = ["visit_days", "visit_months", "visit_ranks", "visit_rank_lists", "visit_rank_state"];
    await DB.batch(tables.map((table) => DB.prepare(`DELETE FROM ${table}`)));
    await migrateNow(DB, daysAgo(89));
    while (!(await carryOver(DB)));
    const { rows } = await ask({ from: day, to: day, by: "retailer", linkId: link?.id ?? "" });
    expect(rows?.map(({ key: retailer, clicks }) => [retailer, clicks]).sort()).toEqual(
      [
        [links[0]?.retailer, 7],
        ["grocer_a", 7],
      ].sort(),
    );
    const phones = await ask({ from: day, to: day, by: "retailer", linkId: link?.id ?? "", device: "phone" });
    expect(phones.rows?.map(({ key: retailer, clicks }) => [retailer, clicks]).sort()).toEqual(
      [
        [links[0]?.retailer, 5],
        ["grocer_a", 7],
      ].sort(),
    );
  });
});
