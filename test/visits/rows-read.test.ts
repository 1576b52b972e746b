import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { periodsOf } from "../../src/visits/range.ts";
import { type VisitScope, visitStatisticsStore } from "../../src/visits/statistics-store.ts";
import { addTotals, COUNTER_COLUMNS } from "../../src/visits/totals.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Service, startService } from "../service.ts";

const FIRST_DAY = Date.parse("2026-10-01T00:00:00.000Z");
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS = 30;
const LINKS = 2;
const COUNTRIES = 20;
const DEVICES = 3;
const CODES = 12;
/** Counters of a link and day: each hour, country, device and QR code with each other. */
const COUNTERS_A_DAY = 24 * COUNTRIES * DEVICES * CODES;

let service: Service;
const linkIds: string[] = [];
beforeAll(async () => {
  service = await startService();
  const key = await service.issueKey();
  for (let number = 0; number < LINKS; number++) {
    linkIds.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  }
});
afterAll(() => service.close());

/** One day's counters of a link, of every `?3`th kind. Numbers are bound as floating point, which `%` would keep. */
const FILL = `WITH RECURSIVE
    step (width) AS (SELECT CAST(?3 AS INTEGER)),
    number (n) AS (SELECT 0 UNION ALL SELECT n + width FROM number, step WHERE n + width < ${COUNTERS_A_DAY})
  INSERT INTO visit_counts (${COUNTER_COLUMNS}, visits, totalled)
  SELECT ?1, printf('%sT%02d', ?2, n / ${COUNTRIES * DEVICES * CODES}),
    printf('code-%d', n / ${COUNTRIES * DEVICES} % ${CODES}), char(65 + n % ${COUNTRIES}, 65),
    CASE n / ${COUNTRIES} % ${DEVICES} WHEN 0 THEN 'phone' WHEN 1 THEN 'tablet' ELSE 'desktop' END, 'person', 1, 1
  FROM number WHERE TRUE
  ON CONFLICT (${COUNTER_COLUMNS}) DO NOTHING`;
const TOTAL = addTotals(`SELECT ${COUNTER_COLUMNS}, visits FROM visit_counts
  WHERE link_id = ?1 AND hour >= ?2 AND hour < ?2 || 'T99'`);

/** Counters of every `step`th kind, with their totals. Gives the number of counters. */
async function fill(step: number): Promise<number> {
  const { DB } = service.env;
  await DB.prepare("DELETE FROM visit_totals").run();
  for (const linkId of linkIds) {
    for (let index = 0; index < DAYS; index++) {
      const day = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
      await DB.batch([DB.prepare(FILL).bind(linkId, day, step), DB.prepare(TOTAL).bind(linkId, day)]);
    }
  }
  return (await DB.prepare("SELECT count(*) AS rows FROM visit_counts").first<number>("rows")) ?? 0;
}

/** `db`, and the number of rows that the last batch has read. */
function metered(db: D1Database) {
  const read = { rows: 0 };
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    const results = await db.batch<T>(statements);
    read.rows = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
    return results;
  };
  const proxy = new Proxy(db, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
  });
  return { db: proxy, read };
}

/** How many rows each question reads. */
async function rowsRead(): Promise<Record<string, number>> {
  const { db, read } = metered(service.env.DB);
  const store = visitStatisticsStore(db);
  const before = newId("vis", new Date());
  const [linkId = ""] = linkIds;
  const project: VisitScope = { organizationId: "acme", projects: "all", linkId: null };
  const scopes: Record<string, VisitScope> = { project, link: { ...project, projects: ["main"], linkId } };
  const from = new Date(FIRST_DAY);
  const month = { from, to: new Date(FIRST_DAY + DAYS * DAY_MS) };
  const answers: Record<string, number> = {};
  for (const [name, scope] of Object.entries(scopes)) {
    const days = periodsOf({ ...month, interval: "day" });
    for (const by of [null, "country", "device", "retailer", "link", "qrCode"] as const) {
      await store.read(scope, { periods: days, hours: false, by, before });
      answers[`${name}, 30 days${by ? ` by ${by}` : ""}`] = read.rows;
    }
    await store.read(scope, {
      periods: periodsOf({ from, to: new Date(FIRST_DAY + DAY_MS), interval: "hour" }),
      hours: true,
      by: null,
      before,
    });
    answers[`${name}, 24 hours`] = read.rows;
  }
  return answers;
}

test("design: what a question reads depends on its answer: the same rows of 10,000 and of 1,000,000 counters", {
  timeout: 600_000,
}, async () => {
  // A step that shares no factor with the kinds meets every hour, country, device and code of a day.
  expect(await fill(101)).toBeLessThan(11_000);
  const few = await rowsRead();
  expect(await fill(1)).toBeGreaterThan(1_000_000);
  const many = await rowsRead();
  expect(many).toEqual(few);
  expect(Math.max(...Object.values(many))).toBeLessThan(2_000);
});
