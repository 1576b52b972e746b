import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { getVisitNews } from "../../src/features/visits/get-visit-news.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { getLinkPeople } from "../../src/features/visits/link-people.ts";
import { rollUpVisits } from "../../src/features/visits/roll-up-visits.ts";
import { zoneStore } from "../../src/features/visits/zone-store.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { openDependencies } from "../../src/wiring.ts";
import { intercepted } from "../faults/faults.ts";
import { fillLinkId } from "../links/many-links.ts";
import type { SharedService } from "../use-service.ts";
import { hourOf, storeAll, type Visits } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const NOW = new Date("2026-09-20T12:00:00.000Z");
const daysAgo = (days: number): string => hourOf(NOW.getTime() - days * DAY_MS);
const member = (more: Partial<MemberActor> = {}): MemberActor => ({
  ...{ type: "member", id: "mem_1", organizationId: "acme", role: "viewer", projects: "all", ...more },
});
const STRANGER = {
  type: "api_key",
  id: "key_1",
  organizationId: "acme",
  scopes: [],
  projects: "all",
} as const;

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
});
beforeEach(() => emptyCounters(db));
const dependencies = () =>
  openDependencies(
    service.env,
    () => {},
    () => NOW,
  );
const came = (linkId: string, days: number, more: Partial<Visits> = {}): Visits => ({
  ...{ linkId, hour: daysAgo(days), ...more },
});

describe("people of a page of links", () => {
  const links = [
    { id: LINK.second, projectId: "main" },
    { id: LINK.first, projectId: "rare" },
  ];

  test("day by day, of the last 30 days", async () => {
    await storeAll(db, [
      came(LINK.second, 0, { visits: 2 }),
      came(LINK.second, 0, { visitor: "robot" }),
      came(LINK.second, 29, { visits: 3 }),
      came(LINK.second, 30, { visits: 4 }),
      came(LINK.first, 1, { visits: 5 }),
    ]);
    const { days, byLink } = await getLinkPeople(member(), { links }, dependencies());
    expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-08-22", "2026-09-20"]);
    expect([...byLink.keys()]).toEqual([LINK.second, LINK.first]);
    expect(byLink.get(LINK.second)).toEqual([3, ...Array(28).fill(0), 2]);
    expect(byLink.get(LINK.first)).toEqual([...Array(28).fill(0), 5, 0]);
    const stranger = await getLinkPeople(member({ organizationId: "globex" }), { links }, dependencies());
    expect(stranger.byLink.get(LINK.second)).toEqual(Array(30).fill(0));
    expect((await getLinkPeople(member(), { links: [] }, dependencies())).days).toHaveLength(30);
    const one = await getLinkPeople(member(), { links: links.slice(0, 1) }, dependencies());
    expect([...one.byLink]).toEqual([[LINK.second, byLink.get(LINK.second)]]);
  });

  test("only for permitted readers", async () => {
    await expect(getLinkPeople(STRANGER, { links: [] }, dependencies())).rejects.toMatchObject({
      code: "insufficient_scope",
    });
    await expect(
      getLinkPeople(member({ projects: ["main"] }), { links }, dependencies()),
    ).rejects.toMatchObject({ code: "project_access_denied" });
    const report = { filter: {}, by: [], interval: "day" as const };
    await expect(getVisitReport(STRANGER, report, dependencies())).rejects.toMatchObject({
      code: "insufficient_scope",
    });
  });
});

let later = Date.parse("2030-01-01");

test("each organization has its own time zone, and a change takes effect within ten seconds", async () => {
  const zones = zoneStore(db, () => new Date(later));
  const set = (zone: string) =>
    db.prepare("UPDATE organizations SET time_zone = ?1 WHERE id = 'globex'").bind(zone).run();
  const names = async () => {
    later += 10_000;
    return Promise.all(["acme", "globex", "nobody"].map(async (id) => (await zones.find(id)).name));
  };
  await set("Asia/Kathmandu");
  expect(await names()).toEqual(["UTC", "Asia/Kathmandu", "UTC"]);
  await set("UTC");
  expect(await names()).toEqual(["UTC", "UTC", "UTC"]);
});

describe("news of visits", () => {
  const news = (projectId?: string, actor = member()) => getVisitNews(actor, { projectId }, dependencies());
  const scan = (number: number, days: number): Visits => came(fillLinkId(number), days, { qr: "front" });
  beforeAll(async () => {
    await db
      .prepare(
        `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
        SELECT id, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z' FROM links`,
      )
      .run();
    await db.prepare("UPDATE links SET status = 'active'").run();
  });

  test("are five links with first scans, latest first, and the number of others", async () => {
    const numbers = [2, 3, 4, 5, 6, 7];
    await storeAll(db, [
      ...numbers.map((number) => scan(number, number)),
      came(fillLinkId(8), 12, { visits: 40 }),
    ]);
    const { firstScans, from } = await news();
    expect(from).toEqual(new Date("2026-09-13"));
    expect(firstScans.links.map(({ id, day }) => [id, day])).toEqual(
      [2, 3, 4, 5, 6].map((number) => [fillLinkId(number), daysAgo(number).slice(0, 10)]),
    );
    expect(firstScans.more).toBe(1);
    await storeAll(db, [scan(7, 8)]);
    expect((await news()).firstScans).toMatchObject({ links: { length: 5 }, more: 0 });
  });

  test("exclude a link scanned in the five years before, even in rolled-up months", async () => {
    await storeAll(db, [
      ...[2, 3, 4, 5].map((number) => scan(number, 1)),
      ...[scan(2, 20), scan(3, 120), scan(4, 5 * 365), scan(5, 5 * 365 + 60)],
    ]);
    const fresh = async () => (await news()).firstScans.links.map(({ id }) => id);
    await rollUpVisits({ db, now: () => NOW });
    expect(await fresh()).toEqual([fillLinkId(5)]);
  });

  test("are links with twenty people in four weeks, and none in the last", async () => {
    await storeAll(db, [
      came(fillLinkId(2), 35, { visits: 20 }),
      came(fillLinkId(3), 34, { visits: 19 }),
      came(fillLinkId(4), 8, { visits: 50 }),
      // A day that has not begun here yet is none of these.
      came(fillLinkId(4), -1),
      came(fillLinkId(5), 36, { visits: 90 }),
      came(fillLinkId(6), 8, { visits: 90 }),
      came(fillLinkId(6), 7),
      came(fillLinkId(7), 8, { visits: 90 }),
      came(fillLinkId(7), 0),
      came(LINK.first, 8, { visits: 30 }),
    ]);
    const fallen = async (...asked: Parameters<typeof news>) =>
      (await news(...asked)).fellToZero.links.map(({ id, before }) => [id, before]);
    expect(await fallen()).toEqual([
      [fillLinkId(4), 50],
      [LINK.first, 30],
      [LINK.second, 20],
    ]);
    expect(await fallen("rare")).toEqual([[LINK.first, 30]]);
    expect(await fallen(undefined, member({ projects: ["rare"] }))).toEqual([[LINK.first, 30]]);
  });

  test("are sorted by people", async () => {
    await storeAll(
      db,
      [2, 3, 4].map((number) => came(fillLinkId(number), 8, { visits: 20 + number })),
    );
    const { visitNews, ...others } = dependencies();
    const reversed: typeof visitNews = {
      ...visitNews,
      onDays: async (...asked) => (await visitNews.onDays(...asked)).toReversed(),
    };
    const { fellToZero } = await getVisitNews(
      member(),
      { projectId: undefined },
      { ...others, visitNews: reversed },
    );
    expect(fellToZero.links.map(({ before }) => before)).toEqual([24, 23, 22]);
  });

  test("of an inaccessible project are rejected before any read", async () => {
    const asked: string[] = [];
    const DB = intercepted(db, async (_name, call, said) => {
      asked.push(said);
      return call();
    });
    const watched = openDependencies(
      { ...service.env, DB },
      () => {},
      () => NOW,
    );
    const some = member({ projects: ["main"] });
    await expect(getVisitNews(some, { projectId: "rare" }, watched)).rejects.toMatchObject({
      code: "project_access_denied",
    });
    expect(asked).toEqual([]);
  });
});
