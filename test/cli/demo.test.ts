import { expect, test } from "vitest";
import { readVisitMessage } from "../../src/features/visits/visit-message.ts";
import { demo as demoCommand } from "../../src/surfaces/cli/commands/demo.ts";
import { SEASON, seasonMessages, visitsOf } from "../../src/surfaces/cli/demo/season.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;

const demo = () => runOn(DB, "demo", demoCommand, []);
/** How many rows each table has that a season writes. */
const rows = () =>
  DB.prepare(
    `SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM qr_codes) AS codes,
       (SELECT coalesce(sum(scans + clicks), 0) FROM visit_days WHERE link_id <> '') AS people,
       (SELECT coalesce(sum(scans + clicks + robots), 0) FROM visit_days WHERE link_id <> '') AS visits,
       (SELECT count(*) FROM visit_days WHERE scans + clicks > 0 AND visitors NOT LIKE '%:1%') AS withoutVisitors,
       (SELECT coalesce(sum(taps), 0) > 0 FROM visit_days WHERE link_id = '') AS taps,
       (SELECT count(*) FROM activity WHERE object_type <> 'member') AS activity,
       (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM members) AS members,
       (SELECT count(*) FROM link_addresses) AS slugs, (SELECT count(*) FROM domains) AS domains,
       (SELECT count(*) FROM links WHERE domain <> '') AS onDomain,
       (SELECT count(*) FROM projects WHERE settings ->> '$.brand' IS NOT NULL) AS brands`,
  ).first<Record<string, number>>();

test("npm run demo fills the demo organization once", async () => {
  const codes = SEASON.reduce((sum, link) => sum + 1 + (link.codes?.length ?? 0), 0);
  const filled = await demo();
  expect(filled).toMatchObject({ code: 0, stderr: "" });
  const [, visits = ""] = /and (\d+) visits/.exec(filled.stdout) ?? [];
  const found = await rows();
  expect(found).toEqual({
    ...{
      links: SEASON.length,
      codes,
      visits: Number(visits),
      withoutVisitors: 0,
      taps: 1,
      projects: 1,
      members: 1,
    },
    ...{ slugs: SEASON.filter(({ body }) => "slug" in body).length, domains: 1, onDomain: SEASON.length },
    ...{ brands: 1, people: expect.any(Number), activity: expect.any(Number) },
  });
  expect(found?.people).toBeGreaterThan(10_000);

  const again = await demo();
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("already exists") });
  expect(await rows()).toEqual(found);
});

test("the visits are those of the last 90 days, the same each time, and messages contain each once", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  for (const link of SEASON) {
    const visits = visitsOf("lnk_1", link, now);
    expect(visitsOf("lnk_1", link, now)).toEqual(visits);
    expect(visits.counts.every(([, , hour]) => hour < now.toISOString() && hour > "2026-08-22")).toBe(true);
    const messages = seasonMessages(visits, now);
    expect(messages.flatMap(({ counts }) => counts)).toEqual(visits.counts);
    expect(messages.flatMap(({ apart }) => apart)).toEqual(visits.apart);
    expect(messages.every((each) => readVisitMessage(each)?.leftOut === 0)).toBe(true);
    expect(messages.every(({ counts, apart }) => counts.length <= 100 && apart.length <= 100)).toBe(true);
  }
});
