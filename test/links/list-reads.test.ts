import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrganizationActor } from "../../src/access/actor.ts";
import { accessActivity } from "../../src/access/key-activity.ts";
import { cryptoRandomBytes } from "../../src/core/ids.ts";
import { indexLinks } from "../../src/links/index-links.ts";
import { linkListStore } from "../../src/links/list-store.ts";
import { decodeDocuments } from "../../src/links/search-block.ts";
import { taggedLinks } from "../../src/links/tagged-links.ts";
import { newToken, type SharedReport, tokenHash } from "../../src/visits/shared-report.ts";
import { memberOf, programWith } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Service, startService } from "../service.ts";
import { countedD1 } from "./counted-d1.ts";
import { listing } from "./listing.ts";
import { fillLinks } from "./many-links.ts";

/**
 * What a page of the list reads, in rows as D1 counts and bills them, does not grow with the links that there are.
 * The links are those of many-links.ts. A page reads links and blocks of 256 links: in blocks of 16, the larger number
 * has as many blocks as a million links, of which a page may read an eighth at most. `npm run bench -- --counters` has
 * the million.
 */

/** The rows of a page that is filled from the newest links, and of any page at all. */
const FILLED_PAGE = 3_500;
const ANY_PAGE = 7_000;

const SIZES = [1_000, 64_000];
const BLOCKS_OF_16 = 64_000;
const services = new Map<number, Service>();
beforeAll(async () => {
  for (const size of SIZES) services.set(size, await startService());
  await Promise.all(
    SIZES.map(async (size) => {
      const service = serviceOf(size);
      for (const organization of ["acme", "globex"]) {
        await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
      }
      await fillLinks(service.env.DB, size, size === BLOCKS_OF_16 ? 16 : 256);
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
    { intent: "custom_url" },
    { status: "inactive", limit: 5 },
    { tag: "summer" },
    { text: "CAMPAIGN" },
    { projectId: "main", status: "active" },
    { projectId: "shop", text: "campaign" },
    { retailer: "custom", status: "inactive", limit: 5 },
    { retailer: "bigbox_w", text: "landing" },
    { tag: "summer", text: "campaign" },
    { tag: "sale", status: "active" },
  ] as const)("what many links have: %j", async (query) => {
    const list = countedList(size);
    const limit = "limit" in query ? query.limit : 25;
    const first = await list({ ...query, limit });
    expect(first.links).toHaveLength(limit);
    const second = await list({ ...query, limit, cursor: first.nextCursor ?? "" });
    const bound = FILLED_PAGE * Math.ceil(limit / 25);
    for (const { rows } of [first, second]) expect(rows).toBeLessThan(bound);
  });

  test.each([
    [{ retailer: "grocer_a" }, 1],
    [{ intent: "recipe" }, 1],
    [{ tag: "rare-tag" }, 1],
    [{ text: "needle" }, 1],
    [{ projectId: "rare" }, 1],
    [{ projectId: "rare", text: "needle" }, 1],
    [{ projectId: "rare", status: "inactive" }, 1],
    [{ retailer: "marketplace" }, 0],
    [{ retailer: "marketplace", status: "active" }, 0],
    // Common each, never together.
    [{ projectId: "shop", status: "inactive" }, 0],
    [{ retailer: "bigbox_w", intent: "custom_url" }, 0],
    [{ tag: "rare-tag", projectId: "main" }, 0],
    [{ text: "matches nothing" }, 0],
    [{ text: "matches nothing", projectId: "main" }, 0],
    // Common in the other organization, absent in this one.
    [{ text: "zanzibar" }, 0],
    [{ text: "zanzibar", status: "active" }, 0],
  ] as const)("what few or none have: %j, %i links in two pages at most", async (query, total) => {
    const list = countedList(size);
    const pages = [await list(query)];
    const { nextCursor: cursor } = pages[0] ?? {};
    if (cursor) pages.push(await list({ ...query, cursor }));
    for (const { rows } of pages) expect(rows).toBeLessThan(ANY_PAGE);
    expect(pages.flatMap(({ links }) => links)).toHaveLength(total);
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });

  test("what is common each, is never together, and has no term of its own: pages end early, and lead on", async () => {
    const list = countedList(size);
    const query = { tag: "summer", status: "inactive" } as const;
    let page = await list(query);
    for (let pages = 1; pages < 4 && page.nextCursor; pages++) {
      expect([page.links, page.rows < ANY_PAGE]).toEqual([[], true]);
      page = await list({ ...query, cursor: page.nextCursor });
    }
    expect(page.rows).toBeLessThan(ANY_PAGE);
  });

  test.each(["changed", "name"] as const)(
    "all links in order of %s read no more than a page",
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
    const list = countedList(size, SELECTED);
    const pages = [await list({})];
    const { nextCursor: cursor } = pages[0] ?? {};
    if (cursor) pages.push(await list({ cursor }));
    for (const { rows } of pages) expect(rows).toBeLessThan(ANY_PAGE);
    expect(pages.flatMap(({ links }) => links.map(({ link }) => link.projectId))).toEqual(["rare"]);
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });
});

test("the state of 64,000 links, of which a fifth have times: each page is bounded, and leads on", async () => {
  const size = BLOCKS_OF_16;
  const { DB } = serviceOf(size).env;
  // Every fifth has ended, but for one in a hundred of these, which has not begun.
  await DB.prepare(
    `UPDATE links SET active_until = '2026-01-02T00:00:00.000Z' WHERE CAST(short_id AS INTEGER) % 5 = 0`,
  ).run();
  await DB.prepare(
    `UPDATE links SET active_from = '2998-01-01T00:00:00.000Z', active_until = NULL
     WHERE CAST(short_id AS INTEGER) % 500 = 0`,
  ).run();
  const list = countedList(size);
  const isIn = {
    ended: (n: number) => n % 5 === 0 && n % 500 !== 0,
    scheduled: (n: number) => n % 500 === 0,
    running: (n: number) => n % 5 !== 0,
  };
  for (const state of ["ended", "scheduled", "running"] as const) {
    for (const more of [{}, { text: "campaign" }, { tag: "summer" }, { retailer: "bigbox_w" }] as const) {
      let links = 0;
      let cursor: string | undefined;
      for (let pages = 0; pages < 4; pages++) {
        const page = await list({ state, ...more, limit: 25, ...(cursor !== undefined && { cursor }) });
        expect(page.rows).toBeLessThan(ANY_PAGE + 4 * 2 * 500);
        for (const { link } of page.links)
          expect([state, isIn[state](Number(link.shortId))]).toEqual([state, true]);
        links += page.links.length;
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect([state, more, links > 0]).toEqual([state, more, true]);
    }
  }
});

test("a shared report of a tag that more than 10,000 links have says so to its reader", async () => {
  const { env, fetch } = serviceOf(BLOCKS_OF_16);
  const token = newToken(cryptoRandomBytes);
  const view = { interval: "day", period: { days: 30 }, filter: { tag: "summer" } } as const;
  const report: SharedReport = {
    ...{ id: "rep_1", organizationId: "acme", createdBy: "mem_1", name: "Summer", view },
    ...{ createdAt: "2026-01-01T00:00:00.000Z", expiresAt: null, revokedAt: null },
  };
  const activity = accessActivity(
    { actor: ACME, at: report.createdAt },
    "acme",
    { type: "api_key", id: "rep_1" },
    [],
  );
  const { sharedReports } = dependenciesOf(env);
  await sharedReports.insert({ report, hash: await tokenHash(token), activity, claim: null });
  const answer = await fetch(`/shared/${token}`, { headers: { Accept: "text/html" } });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("This report is about more links than can be counted"),
  ]);
  const scope = { organizationId: "acme", projects: "all" } as const;
  await expect(taggedLinks(linkListStore(env.DB))(scope, "summer")).rejects.toMatchObject({
    details: [{ field: "tag", message: expect.stringContaining("is a tag of more than 10,000 links") }],
  });
});

describe("1000 links", () => {
  const documents = async () => {
    const { results } = await serviceOf(1_000)
      .env.DB.prepare("SELECT documents FROM link_search_blocks ORDER BY organization_id, from_link_id")
      .all<{ documents: string }>();
    return results.map((row) => decodeDocuments(row.documents));
  };
  const forgetBlocks = (db: D1Database) =>
    db.batch([db.prepare("DELETE FROM link_search_blocks"), db.prepare("DELETE FROM link_search_state")]);

  test("that no job has indexed yet are found all the same, and read in bounds of their own", async () => {
    const { DB } = serviceOf(1_000).env;
    const filled = await documents();
    await forgetBlocks(DB);
    const list = countedList(1_000);
    for (const [query, total] of [
      [{ text: "needle" }, 1],
      [{ text: "zanzibar" }, 0],
      [{ status: "inactive", limit: 100 }, 18],
    ] as const) {
      const { links, nextCursor, rows } = await list(query);
      expect([query, links.length, nextCursor]).toEqual([query, total, null]);
      expect(rows).toBeLessThan(20_000);
    }
    // The job makes the same blocks as the filling of this test.
    await indexLinks(dependenciesOf(serviceOf(1_000).env));
    expect(await documents()).toEqual(filled);
  });
});
