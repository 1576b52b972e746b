import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrganizationActor } from "../../src/features/access/actor.ts";
import { accessActivity } from "../../src/features/access/key-activity.ts";
import { searchTextOf } from "../../src/features/links/link-rows.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { linkListStore } from "../../src/features/links/list-store.ts";
import { taggedLinks } from "../../src/features/links/tag-store.ts";
import type { SharedReport } from "../../src/features/visits/shared-report.ts";
import { cryptoRandomBytes, newToken, tokenHash } from "../../src/ground/core/ids.ts";
import { memberOf, programWith } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Service, startService } from "../service.ts";
import { countedD1 } from "./counted-d1.ts";
import { listing } from "./listing.ts";
import { fillLinks } from "./many-links.ts";

/**
 * What a page of the list reads, in rows as D1 counts and bills them, does not grow with the links that there are where an
 * index tells them: all, or those of one project, retailer, status or tag. Else it reads each link once, in one index. The
 * links are those of many-links.ts.
 */

/** The rows of a page of 25 links: each with its code, its slugs and its content. */
const PAGE = 350;

const MANY = 64_000;
const SIZES = [1_000, MANY];
const services = new Map<number, Service>();
beforeAll(async () => {
  for (const size of SIZES) services.set(size, await startService());
  await Promise.all(
    SIZES.map(async (size) => {
      const service = serviceOf(size);
      for (const organization of ["acme", "globex"]) {
        await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
      }
      await fillLinks(service.env.DB, size);
    }),
  );
}, 120_000);
afterAll(() => Promise.all([...services.values()].map((service) => service.close())));

const serviceOf = (size: number): Service => {
  const service = services.get(size);
  if (!service) throw new Error(`no service has ${size} links`);
  return service;
};

const ACME: OrganizationActor = memberOf("viewer");
const SELECTED: OrganizationActor = { ...programWith(["links:read"]), projects: ["rare", "ghost"] };

/** A list of `size` links' service, whose pages come with the rows that they read. */
function countedList(size: number, actor: OrganizationActor = ACME) {
  const { env } = serviceOf(size);
  const { db, taken } = countedD1(env.DB);
  const list = listing(actor, { ...dependenciesOf(env), lists: linkListStore(db) });
  return async (query: Parameters<typeof list>[0]) => ({ ...(await list(query)), rows: taken().read });
}

describe.each(SIZES)("of %i links", (size) => {
  test.each([
    {},
    { limit: 100 },
    { projectId: "main" },
    { retailer: "bigbox_w" },
    { status: "inactive", limit: 5 },
    { tag: "summer" },
    { tag: "sale", status: "active" },
    { text: "CAMPAIGN" },
    { projectId: "main", status: "active" },
    { retailer: "bigbox_w", text: "landing" },
    { tag: "summer", text: "campaign" },
  ] as const)("a page of a common filter reads little more than itself: %j", async (query) => {
    const list = countedList(size);
    const limit = "limit" in query ? query.limit : 25;
    const first = await list({ ...query, limit });
    expect(first.links).toHaveLength(limit);
    const second = await list({ ...query, limit, cursor: first.nextCursor ?? "" });
    for (const { rows } of [first, second]) expect(rows).toBeLessThan(PAGE * Math.ceil(limit / 25));
  });

  test.each([
    [{ projectId: "rare" }, 1],
    [{ retailer: "grocer_a" }, 1],
    [{ tag: "rare-tag" }, 1],
    [{ tag: "rare-tag", projectId: "main" }, 0],
    [{ retailer: "marketplace" }, 0],
    [{ tag: "none" }, 0],
  ] as const)("a filter covered by an index reads only its matches: %j, %i links", async (query, total) => {
    const { links, nextCursor, rows } = await countedList(size)(query);
    expect([links.length, nextCursor, rows < 50]).toEqual([total, null, true]);
  });

  test.each([
    [{ intent: "recipe" }, 1],
    [{ text: "needle" }, 1],
    [{ projectId: "rare", text: "needle" }, 1],
    [{ projectId: "rare", status: "inactive" }, 1],
    [{ projectId: "shop", status: "inactive" }, 0],
    [{ text: "matches nothing" }, 0],
    // Common in the other organization, absent in this one.
    [{ text: "zanzibar" }, 0],
  ] as const)(
    "any other filter reads each link of the organization once: %j, %i links",
    async (query, total) => {
      const { links, nextCursor, rows } = await countedList(size)(query);
      expect([links.length, nextCursor]).toEqual([total, null]);
      expect(rows).toBeLessThan(size + 50);
    },
  );

  test.each(["changed", "name"] as const)(
    "listing all links by %s reads no more than a page",
    async (order) => {
      const list = countedList(size);
      const first = await list({ order });
      const second = await list({ order, cursor: first.nextCursor ?? "" });
      for (const { links, rows, order: applied } of [first, second]) {
        expect([links.length, applied]).toEqual([25, order]);
        expect(rows).toBeLessThan(350);
      }
      const ids = [...first.links, ...second.links].map(({ link }) => link.id);
      expect(new Set(ids).size).toBe(50);
      const names = [...first.links, ...second.links].map(({ link }) => link.name.toLowerCase());
      if (order === "name") expect(names).toEqual([...names].sort());
    },
  );

  test("a key of selected projects, one of which has a link", async () => {
    const { links, nextCursor } = await countedList(size, SELECTED)({});
    expect([links.map(({ link }) => link.projectId), nextCursor]).toEqual([["rare"], null]);
  });
});

test("links of a state among 64,000 are found in bounded pages, with any other filter", async () => {
  const { DB } = serviceOf(MANY).env;
  // Every fifth has ended, but for one in a hundred of these, which has not begun.
  await DB.prepare(
    `UPDATE links SET active_until = '2026-01-02T00:00:00.000Z' WHERE CAST(short_id AS INTEGER) % 5 = 0`,
  ).run();
  await DB.prepare(
    `UPDATE links SET active_from = '2998-01-01T00:00:00.000Z', active_until = NULL
     WHERE CAST(short_id AS INTEGER) % 500 = 0`,
  ).run();
  const list = countedList(MANY);
  const isIn = {
    ended: (n: number) => n % 5 === 0 && n % 500 !== 0,
    scheduled: (n: number) => n % 500 === 0,
    running: (n: number) => n % 5 !== 0,
  };
  for (const state of ["ended", "scheduled", "running"] as const) {
    for (const more of [{}, { text: "campaign" }, { tag: "summer" }, { retailer: "bigbox_w" }] as const) {
      const { links, rows } = await list({ state, ...more, limit: 25 });
      expect(rows).toBeLessThan(30_000);
      for (const { link } of links) expect([state, isIn[state](Number(link.shortId))]).toEqual([state, true]);
      expect([state, more, links.length]).toEqual([state, more, 25]);
    }
  }
});

test("the links of this file have the same search texts as the service writes", async () => {
  const { DB } = serviceOf(1_000).env;
  const { results } = await DB.prepare("SELECT id, search_text FROM links").all<Record<string, string>>();
  const links = await linkStore(DB).findAll(results.map(({ id = "" }) => id));
  const texts = new Map(results.map(({ id, search_text }) => [id, search_text?.split("\n").sort()]));
  for (const link of links) expect(searchTextOf(link).split("\n").sort()).toEqual(texts.get(link.id));
});

test("a shared report of a tag with more than 10,000 links reports that to its reader", async () => {
  const { env, fetch } = serviceOf(MANY);
  const token = newToken(cryptoRandomBytes);
  const view = { interval: "day", period: { days: 30 }, filter: { tag: "summer" } } as const;
  const report: SharedReport = {
    ...{ id: "rep_1", organizationId: "acme", createdBy: "mem_1", note: "", name: "Summer", view },
    ...{ createdAt: "2026-01-01T00:00:00.000Z", expiresAt: null, revokedAt: null },
  };
  const activity = accessActivity(
    { actor: ACME, at: report.createdAt },
    "acme",
    { type: "shared_report", id: "rep_1" },
    [],
  );
  const { sharedReports } = dependenciesOf(env);
  await sharedReports.insert({ report, hash: await tokenHash(token), activity, claim: null });
  const answer = await fetch(`/shared/${token}`, { headers: { Accept: "text/html" } });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("This report covers too many links"),
  ]);
  const scope = { organizationId: "acme", projects: "all" } as const;
  await expect(taggedLinks(env.DB)(scope, "summer")).rejects.toMatchObject({
    details: [{ field: "tag", message: expect.stringContaining("is a tag of more than 10,000 links") }],
  });
});
