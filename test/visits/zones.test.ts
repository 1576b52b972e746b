import { expect, test } from "vitest";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import type { ApartCount } from "../../src/features/visits/visit-counts.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";
import { visitsResponse } from "../../src/surfaces/api/visit-presenters.ts";
import { visitStatistics } from "../../src/surfaces/api/visit-resources.ts";
import { memberOf } from "../actors.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type ToldVisits, withoutVisitors } from "./told-visits.ts";
import { deliver, messageOf } from "./visit-messages.ts";

const service = await useService();
const key = await service.issueKey({ organization: "newyork" });
const { DB } = service.env;
await DB.prepare("UPDATE organizations SET time_zone = 'America/New_York' WHERE id = 'newyork'").run();
const tags = { tracking: { tags: ["packaging"] } };
const link = expectLink(await post(service, "/v1/links", linkBody(undefined, tags), key));
const ask = async (query: Record<string, string>): Promise<ToldVisits> =>
  withoutVisitors(
    expectData(await get(service, `/v1/visits?${new URLSearchParams(query)}`, key), 200, visitStatistics),
  );
const reportAt = (now: string, input: Parameters<typeof getVisitReport>[1]) =>
  getVisitReport(memberOf("owner", "newyork"), input, {
    ...dependenciesOf(service.env),
    now: () => new Date(now),
  });
const none = { scans: 0, clicks: 0, robots: 0, previews: 0 };

test("design: a day that changes the clocks has 23 or 25 hours, and zones with halves of hours have their own", () => {
  const hoursOf = (name: string, day: string, next: string) =>
    (zoneOf(name).startOf(next).getTime() - zoneOf(name).startOf(day).getTime()) / 3_600_000;
  expect(hoursOf("America/New_York", "2026-03-08", "2026-03-09")).toBe(23);
  expect(hoursOf("America/New_York", "2026-11-01", "2026-11-02")).toBe(25);
  expect(zoneOf("Asia/Kathmandu").hourOf(new Date("2026-11-20T18:15:00Z"))).toEqual({
    day: "2026-11-21",
    hour: 0,
  });
  expect(zoneOf("Asia/Kathmandu").textOf(new Date("2026-11-20T18:15:00Z"))).toBe(
    "2026-11-21T00:00:00.000+05:45",
  );
});

test("design: days and hours are those of the organization's time zone, boundaries have its offset", async () => {
  // Saturday evening in New York is Sunday in UTC; both hours from 1 to 2 of the longest day are distinguished.
  const hours = ["2026-10-31T23", "2026-11-01T05", "2026-11-01T06", "2026-11-02T04"];
  await deliver(DB, [messageOf(hours.map((hour, index) => ({ linkId: link.id, hour, visits: index + 1 })))]);
  const days = await ask({ from: "2026-10-31", to: "2026-11-02" });
  expect(days).toMatchObject({
    timeZone: "America/New_York",
    from: "2026-10-31T00:00:00.000-04:00",
    to: "2026-11-03T00:00:00.000-05:00",
  });
  expect(days.buckets).toEqual([
    { start: "2026-10-31T00:00:00.000-04:00", ...none, clicks: 1 },
    { start: "2026-11-01T00:00:00.000-04:00", ...none, clicks: 9 },
    { start: "2026-11-02T00:00:00.000-05:00", ...none },
  ]);
  // Hours are stored for 90 days.
  const day = { from: "2026-11-01", to: "2026-11-01", interval: "hour" as const, filter: {}, by: [] };
  const response = visitsResponse(await reportAt("2026-11-03T12:00:00Z", day), undefined);
  const { buckets = [] }: ToldVisits = withoutVisitors(
    visitStatistics.parse((await response.json<Json>()).data),
  );
  expect(buckets).toHaveLength(25);
  expect(buckets.filter(({ clicks }) => clicks > 0)).toEqual([
    { start: "2026-11-01T01:00:00.000-04:00", ...none, clicks: 2 },
    { start: "2026-11-01T01:00:00.000-05:00", ...none, clicks: 3 },
    { start: "2026-11-01T23:00:00.000-05:00", ...none, clicks: 4 },
  ]);
  const saturday = await ask({ from: "2026-10-31", to: "2026-11-02", dayOfWeek: "sat", tag: "packaging" });
  expect(saturday.totals).toEqual({ ...none, clicks: 1 });
  expect((await ask({ from: "2026-10-31", to: "2026-11-02", tag: "other" })).totals).toEqual(none);
});

test("design: compared with the period before, days of the week lie over each other", async () => {
  const { comparison } = await ask({ from: "2026-11-08", to: "2026-11-14", compare: "previous" });
  expect(comparison).toMatchObject({ from: "2026-11-01T00:00:00.000-04:00", totals: { ...none, clicks: 9 } });
  expect(comparison?.buckets).toHaveLength(7);
  const month = await ask({ from: "2026-11-30", to: "2026-12-01", compare: "month" });
  expect(month.comparison).toMatchObject({
    from: "2026-10-30T00:00:00.000-04:00",
    to: "2026-11-02T00:00:00.000-05:00",
    totals: { ...none, clicks: 10 },
  });
});

test("design: a range that ends today is compared up to the same hour", async () => {
  // 10:00, 15:00 and 16:00 of Tuesday in New York, where it is half past three on Wednesday.
  const hours = ["2026-11-17T15", "2026-11-17T20", "2026-11-17T21", "2026-11-10T20", "2026-11-10T21"];
  const visits = hours.map((hour, index) => ({ linkId: link.id, hour, visits: 10 ** index }));
  await deliver(DB, [messageOf([...visits, { linkId: link.id, hour: "2026-11-18T14", visits: 7 }])]);
  const report = (from: string) =>
    reportAt("2026-11-18T20:30:00Z", {
      ...{ from, to: "2026-11-18", interval: "day", by: [], compare: "previous", filter: {} },
    });
  const day = await report("2026-11-18");
  expect(day.series).toMatchObject({ totals: { clicks: 7 } });
  expect(day.comparison).toMatchObject({
    from: new Date("2026-11-17T05:00:00Z"),
    to: new Date("2026-11-17T21:00:00Z"),
    totals: { clicks: 11 },
  });
  // A week, which ends on the same day of the week.
  const week = await report("2026-11-12");
  expect(week.comparison).toMatchObject({
    from: new Date("2026-11-05T05:00:00Z"),
    to: new Date("2026-11-11T21:00:00Z"),
    totals: { clicks: 11_000 },
  });
});

test("design: hosts that referred clicks, at most 50 per link and day; taps are not visits", async () => {
  const hour = "2026-10-20T12";
  const quarter = `${hour}:00`;
  const hosts = Array.from({ length: 70 }, (_, n) => `site-${String(n).padStart(2, "0")}.example`);
  const referred = (from: number, to: number) =>
    hosts.slice(from, to).map((host): ApartCount => [link.id, "referrer", host, "clicks", quarter, 1]);
  const message = (id: string, from: number, to: number) => ({
    ...messageOf([{ linkId: link.id, hour, visits: to - from }], id),
    apart: referred(from, to),
  });
  const choice = expectLink(await post(service, "/v1/links", choiceBody(), key));
  const { results } = await DB.prepare("SELECT key, label FROM link_offers WHERE link_id = ?1 ORDER BY place")
    .bind(choice.id)
    .all<{ key: string; label: string }>();
  const [first = { key: "", label: "" }, second = { key: "", label: "" }] = results;
  const taps: ApartCount[] = [
    [choice.id, "choice", first.key, "scans", quarter, 3],
    [choice.id, "choice", first.key, "clicks", `${hour}:30`, 1],
    [choice.id, "choice", second.key, "clicks", quarter, 2],
  ];
  const one = message("vis_ref1", 0, 40);
  await deliver(DB, [{ ...one, apart: [...one.apart, ...taps] }]);
  await deliver(DB, [message("vis_ref2", 30, 70)]);
  const day = { from: "2026-10-20", to: "2026-10-20" };
  const { rows = [] } = await ask({ ...day, by: "referrer", linkId: link.id });
  expect(rows).toHaveLength(51);
  expect(rows[0]).toEqual({ key: "site-30.example", ...none, clicks: 2 });
  expect(rows.at(-1)).toEqual({ key: "rest", ...none, clicks: 20 });
  expect((await ask({ ...day, by: "referrer" })).rows).toHaveLength(70);
  const choices = await ask({ ...day, by: "choice", linkId: choice.id });
  expect(choices.totals).toEqual({ ...none, taps: 6 });
  expect(choices.rows).toEqual([
    { key: first.key, name: first.label, ...none, scans: 3, clicks: 1 },
    { key: second.key, name: second.label, ...none, clicks: 2 },
  ]);
  // Offers of several links may have one key and different names.
  expect((await ask({ ...day, by: "choice" })).rows?.[0]).toEqual({
    key: first.key,
    ...none,
    scans: 3,
    clicks: 1,
  });
});
