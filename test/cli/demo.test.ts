import { expect, test } from "vitest";
import { type VisitCount, visitMessage } from "../../src/features/visits/visit-message.ts";
import { newId, timeOfId } from "../../src/ground/core/ids.ts";
import { demo as demoCommand } from "../../src/surfaces/cli/commands/demo.ts";
import { SEASON, SEASON_NOTES, seasonMessages } from "../../src/surfaces/cli/demo/season.ts";
import { SEASON_ADDRESSES } from "../../src/surfaces/cli/demo/season-domains.ts";
import { visitsOf } from "../../src/surfaces/cli/demo/season-visits.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;

const demo = (...args: string[]) => runOn(DB, "demo", demoCommand, args);
const query = async (sql: string) => (await DB.prepare(sql).all()).results;
const NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
/** How many rows each table has that a season writes. */
const rows = () =>
  query(
    `SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM qr_codes) AS codes,
       (SELECT coalesce(sum(scans + clicks + robots + previews), 0) FROM visit_days WHERE link_id <> '') AS visits,
       (SELECT count(*) FROM visit_days WHERE link_id = '') > 0 AS totals,
       (SELECT count(*) FROM activity WHERE object_type <> 'member') AS activity,
       (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM members) AS members,
       (SELECT count(*) FROM links WHERE status = 'inactive') AS ended,
       (SELECT count(*) FROM link_addresses) AS slugs, (SELECT count(*) FROM domains) AS domains,
       (SELECT count(*) FROM links WHERE domain <> '') AS onDomains,
       (SELECT count(*) FROM links WHERE active_from < ${NOW} AND active_until > ${NOW}) AS running,
       (SELECT count(*) FROM links WHERE active_from > ${NOW}) AS scheduled,
       (SELECT count(*) FROM links WHERE active_until < ${NOW}) AS over,
       (SELECT count(*) FROM projects WHERE settings ->> '$.brand' IS NOT NULL) AS brands, (SELECT count(*) FROM day_notes) AS notes,
       (SELECT count(*) FROM webhooks) AS webhooks, (SELECT count(*) FROM shared_reports) AS reports,
       (SELECT count(*) FROM report_schedules) AS schedules, (SELECT count(*) FROM mails) AS mails,
       (SELECT count(*) FROM webhook_deliveries WHERE state = 'delivered' AND attempts > 1) AS recovered,
       (SELECT count(*) FROM webhook_deliveries WHERE state = 'failed') AS lost,
       (SELECT count(*) FROM activity WHERE event_type = 'code.not_scanned') AS unscanned,
       (SELECT count(*) FROM destination_checks WHERE outcome = 'fine') > 15 AS checked,
       (SELECT count(*) FROM destination_checks WHERE broken_at IS NOT NULL) AS broken,
       (SELECT max(id) FROM visit_messages) AS message`,
  );

test("npm run demo fills the demo organization once, and --remove removes all of it", async () => {
  const codes = SEASON.reduce((sum, link) => sum + 1 + (link.codes?.length ?? 0), 0);
  const started = Date.now();
  const filled = await demo();
  expect(filled).toMatchObject({ code: 0, stderr: "" });
  const [, visits = ""] = /and (\d+) visits/.exec(filled.stdout) ?? [];
  const moved = [...SEASON_ADDRESSES.values()].filter(({ earlier }) => earlier).length;
  const slugs = [...SEASON_ADDRESSES.values()].filter(({ slug }) => slug).length + moved;
  const changes =
    SEASON.length + (codes - SEASON.length) + SEASON.filter(({ ended }) => ended).length + 1 + moved + 10;
  const full = {
    ...{ links: SEASON.length, codes, visits: Number(visits), totals: 1, activity: changes },
    ...{ projects: 1, members: 1, ended: 1, message: expect.any(String) },
    ...{ slugs, domains: 2, onDomains: SEASON_ADDRESSES.size, running: 1, scheduled: 1, over: 1 },
    ...{ webhooks: 1, recovered: 3, lost: 1, brands: 1, notes: SEASON_NOTES.length },
    ...{ reports: 1, schedules: 1, mails: 2 },
    ...{ unscanned: 1, checked: 1, broken: 1 },
  };
  const [found] = await rows();
  expect(found).toEqual(full);
  // The dashboard shows this as the last update.
  const updated = timeOfId(String((found as { message: unknown }).message))?.getTime();
  expect(updated).toBeGreaterThanOrEqual(started);
  expect(updated).toBeLessThanOrEqual(Date.now());
  expect(Number(visits)).toBeGreaterThan(10_000);

  const other = newId("vis", new Date(0));
  await query(`INSERT INTO visit_messages (id) VALUES ('${other}')`);
  const again = await demo();
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("already exists") });
  expect(await rows()).toEqual([full]);

  expect(await demo("--remove")).toMatchObject({ code: 0, stderr: "" });
  const none = {
    links: 0,
    codes: 0,
    brands: 0,
    notes: 0,
    visits: 0,
    totals: 0,
    activity: 0,
    projects: 0,
    ended: 0,
    ...{ slugs: 0, domains: 0, onDomains: 0, running: 0, scheduled: 0, over: 0 },
    ...{ webhooks: 0, recovered: 0, lost: 0, reports: 0, schedules: 0, mails: 0 },
    ...{ unscanned: 0, checked: 0, broken: 0 },
    message: other,
  };
  expect(await rows()).toEqual([{ ...none, members: 1 }]);
  expect((await demo("--remove")).stdout).toBe("There was no season.\n");
});

test("the numbers of a day are the same each time", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  for (const [index, link] of SEASON.entries()) {
    const counts = visitsOf("lnk_1", link, index, now);
    expect(visitsOf("lnk_1", link, index, now)).toEqual(counts);
    expect(counts.every(([, , hour]) => hour < now.toISOString() && hour > "2026-08-22")).toBe(true);
  }
});

test("messages contain every counter once, have the current time, and unique ids", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const counts = Array.from({ length: 40_001 }, (_, visits): VisitCount => {
    return ["lnk_1", "", "2026-11-20T04:00", "US", "phone", "person", visits + 1];
  });
  const messages = seasonMessages(counts, [], now);
  expect(messages.flatMap((message) => message.counts)).toEqual(counts);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(401);
  expect(
    messages.every((message) => visitMessage.safeParse(message).success && message.counts.length <= 100),
  ).toBe(true);
  for (const { id } of messages) expect(timeOfId(id)).toEqual(now);
});
