import { expect, test } from "vitest";
import { expectError } from "../expectations.ts";
import { get } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey();
/** One more than is read. */
const ROWS = 100_001;
const LINKS = 1_190;
const DAYS = 85;

const ask = (query: Record<string, string>) => get(service, `/v1/visits?${new URLSearchParams(query)}`, key);
const clicksOf = (rows: readonly { clicks: number }[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("design: combined filters read up to 100,000 link days, and above that the error suggests narrower filters", async () => {
  await service.env.DB.prepare(
    `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
     SELECT date('now', '-' || day.value || ' days'), ?1, 'main', printf('lnk_%05d', link.value), 'custom', 0, 1, 0, 0, 0,
       '{"":{"US phone":{"0":1}}}', '{}', '{}'
     FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n) AS day CROSS JOIN
       (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n) AS link
     ORDER BY 1 DESC LIMIT ?4`,
  )
    .bind(service.organization, DAYS, LINKS, ROWS)
    .run();
  const question = { to: daysAgo(1), by: "link", country: "US" };
  const { details } = expectError(await ask({ ...question, from: daysAgo(DAYS) }), 400, "validation_failed");
  expect(details).toEqual([
    {
      field: "from",
      message:
        "must be later, or remove a filter, or filter by project, tag or link: with this filter, a query reads up to 100,000 days of links",
    },
  ]);
  // Rankings have no such bound.
  const ranking = { from: daysAgo(DAYS), to: daysAgo(1), by: "link" };
  const ranked = await ask(ranking);
  expect([ranked.status, ranked.json.data.rows.length]).toEqual([200, 101]);
  // As many as are read. The row that is left out is one of the first day.
  await service.env.DB.prepare(
    "DELETE FROM visit_days WHERE (day, link_id) = (SELECT day, link_id FROM visit_days ORDER BY day LIMIT 1)",
  ).run();
  const all = await ask({ ...question, from: daysAgo(DAYS) });
  expect([all.status, clicksOf(all.json.data.rows)]).toEqual([200, ROWS - 1]);
  // Each way to narrow it gives an answer.
  const later = await ask({ ...question, from: daysAgo(5) });
  expect([later.status, clicksOf(later.json.data.rows)]).toEqual([200, 5 * LINKS]);
  const tagged = await ask({ ...question, from: daysAgo(DAYS), tag: "none" });
  expect([tagged.status, tagged.json.data.rows]).toEqual([200, []]);
});
