import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { zoneStore } from "../../src/features/access/zone-store.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { getLinkPeople, getProjectPeople } from "../../src/features/visits/link-people.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { openDependencies } from "../../src/wiring.ts";
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
    const { days, byId } = await getLinkPeople(member(), { links }, dependencies());
    expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-08-22", "2026-09-20"]);
    expect([...byId.keys()]).toEqual([LINK.second, LINK.first]);
    expect(byId.get(LINK.second)).toEqual([3, ...Array(28).fill(0), 2]);
    expect(byId.get(LINK.first)).toEqual([...Array(28).fill(0), 5, 0]);
    const stranger = await getLinkPeople(member({ organizationId: "globex" }), { links }, dependencies());
    expect(stranger.byId.get(LINK.second)).toEqual(Array(30).fill(0));
    expect((await getLinkPeople(member(), { links: [] }, dependencies())).days).toHaveLength(30);
    const one = await getLinkPeople(member(), { links: links.slice(0, 1) }, dependencies());
    expect([...one.byId]).toEqual([[LINK.second, byId.get(LINK.second)]]);
  });

  test("of projects as a whole", async () => {
    await storeAll(db, [came(LINK.second, 0, { visits: 2 }), came(LINK.first, 1, { visits: 5 })]);
    const projectIds = ["main", "rare", "empty"];
    const { byId } = await getProjectPeople(member(), { projectIds }, dependencies());
    expect([...byId].map(([id, days]) => [id, days.reduce((sum, day) => sum + day)])).toEqual([
      ["main", 2],
      ["rare", 5],
      ["empty", 0],
    ]);
    await expect(
      getProjectPeople(member({ projects: ["main"] }), { projectIds }, dependencies()),
    ).rejects.toMatchObject({ code: "project_access_denied" });
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
