import { beforeAll, beforeEach, expect, test } from "vitest";
import { getVisitNews } from "../../src/features/visits/get-visit-news.ts";
import { visitNewsStore } from "../../src/features/visits/news-store.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { hourOf, storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
const NOW = new Date("2026-09-20T12:00:00.000Z");
const YESTERDAY = hourOf(NOW.getTime() - DAY_MS);
const dependencies = openDependencies(
  env,
  () => {},
  () => NOW,
);

beforeAll(async () => {
  await db.prepare("UPDATE links SET status = 'active'").run();
  await db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
       SELECT id, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z' FROM links`,
    )
    .run();
});
beforeEach(() => emptyCounters(db));

/** Visits of so many links of an organization's project main, with ids that begin like this. */
const cameTo = (organizationId: string, daysAgo: number, begin: string, links: number) =>
  db
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1001 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000 + ?4)
       INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, referrers)
       SELECT ?1, ?2, 'main', ?3 || n, 'custom', 1, 50, 0, 0, 0, '{}', '{}', '{}' FROM numbers`,
    )
    .bind(hourOf(NOW.getTime() - daysAgo * DAY_MS).slice(0, 10), organizationId, begin, links)
    .run();

/** The links of acme that were scanned for the first time; two of them were, yesterday. */
async function firstScanned(): Promise<string[] | undefined> {
  // More people came to others, so that these two are not among the most visited links, which are looked at too.
  await cameTo("acme", 12, "lnk_00", 600);
  await storeAll(
    db,
    [LINK.second, LINK.third].map((linkId) => ({ linkId, qr: "front", hour: YESTERDAY })),
  );
  const { firstScans } = await getVisitNews(memberOf("viewer"), { projectId: undefined }, dependencies);
  return firstScans.links.map(({ id }) => id).sort();
}
const BOTH = [LINK.second, LINK.third].sort();

test("a link with many visits yesterday is examined despite many newer links", async () => {
  await cameTo("acme", 1, "lnk_zz", 1_200);
  await storeAll(db, [{ linkId: LINK.second, qr: "front", hour: YESTERDAY, visits: 60 }]);
  const { firstScans } = await getVisitNews(memberOf("viewer"), { projectId: undefined }, dependencies);
  expect(firstScans?.links.map(({ id }) => id)).toEqual([LINK.second]);
});

test("finding the newest links reads a bounded number of rows", async () => {
  const days = [1, 2, 3].map((ago) => hourOf(NOW.getTime() - ago * DAY_MS).slice(0, 10));
  const { db: counted, taken } = countedD1(db);
  const reads = async (links: number): Promise<number> => {
    await emptyCounters(db);
    for (const ago of [1, 2, 3]) await cameTo("acme", ago, "lnk_zz", links);
    await visitNewsStore(counted).newestScanned({ organizationId: "acme", projects: "all" }, days);
    return taken().read;
  };
  expect(await reads(3_000)).toBe(await reads(1_000));
});

test("newer links of another organization's project do not hide news", async () => {
  await cameTo("globex", 1, "lnk_zz", 1_200);
  expect(await firstScanned()).toEqual(BOTH);
});

test("nor do the many projects of another organization", async () => {
  await db
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
       INSERT INTO projects (organization_id, id, name, created_at)
       SELECT 'globex', 'p' || n, 'P', '2026-01-01T00:00:00.000Z' FROM numbers WHERE TRUE ON CONFLICT DO NOTHING`,
    )
    .run();
  expect(await firstScanned()).toEqual(BOTH);
});
