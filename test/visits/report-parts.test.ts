import { describe, expect, test } from "vitest";
import type { PartRow } from "../../src/features/visits/aggregate.ts";
import { reportPartsOf } from "../../src/features/visits/report-parts.ts";
import { planReport, type ReportPlan, type RequestedParts } from "../../src/features/visits/report-plan.ts";
import { checkedFilter, type VisitFilter } from "../../src/features/visits/visit-filter.ts";
import type { Interval, VisitRange } from "../../src/features/visits/visit-range.ts";
import { UTC, zoneOf } from "../../src/ground/core/zone.ts";

const NOW = new Date("2026-11-23T12:34:00Z");
const range = (from: string, to: string, interval: Interval = "day", zone = UTC): VisitRange => ({
  ...{ from: new Date(from), to: new Date(to), interval, zone },
});
const WEEK = range("2026-11-10", "2026-11-17");

const questions = (of: VisitRange, asked: RequestedParts, filter: VisitFilter = {}) =>
  planReport(checkedFilter(filter), of, asked, NOW);
/** Each part as what it sums up visits by, and from when to when. */
const told = ({ parts }: ReportPlan) =>
  parts.map(({ by, range: { from, to, interval }, hours }) => {
    const days = [from, to].map((time) => time.toISOString().slice(5, 13).replace("T00", ""));
    return [by, ...days, interval, hours ? "hours" : ""].filter(Boolean).join(" ");
  });

describe("the parts of a report", () => {
  test("are its series and one part per dimension; visitors are in the series", () => {
    const asked = questions(WEEK, { by: ["country", "visitor", "link"] });
    expect(told(asked)).toEqual([
      "period 11-10 11-17 day",
      "country 11-10 11-17 day",
      "link 11-10 11-17 day",
    ]);
    expect(asked).toMatchObject({ series: 0, comparison: null });
    expect(asked.breakdowns).toEqual([
      { by: "country", part: 1 },
      { by: "visitor", part: 0 },
      { by: "link", part: 2 },
    ]);
  });

  test("by hours or filtered by hours distinguish hours, except breakdowns by day", () => {
    const hours = range("2026-11-10", "2026-11-11", "hour");
    expect(told(questions(hours, { by: ["country"] }))).toEqual([
      "period 11-10 11-11 hour hours",
      "country 11-10 11-11 day",
    ]);
    expect(told(questions(WEEK, { by: ["country"] }, { hour: "8" }))).toEqual([
      "period 11-10 11-17 day hours",
      "country 11-10 11-17 day hours",
    ]);
  });

  test("by hours have breakdowns for whole days only", () => {
    const hours = range("2026-11-10T06:00Z", "2026-11-11", "hour");
    const asked = questions(hours, { by: ["country", "visitor"] });
    expect(told(asked)).toHaveLength(1);
    expect(asked.breakdowns.map(({ part }) => part)).toEqual(Array(2).fill({ unanswered: "whole_days" }));
    expect(questions({ ...hours, interval: "day" }, { by: ["country"] }).breakdowns).toEqual([
      { by: "country", part: 1 },
    ]);
  });

  test("that distinguish hours have no answer before hours are stored", () => {
    const old = (from: string, filter: VisitFilter) =>
      questions(range(from, "2026-11-10"), { by: ["country"] }, filter).breakdowns[0]?.part;
    // The first hour of which is known is the twelfth.
    expect(old("2026-08-25T12:00Z", { hour: "8" })).toBe(1);
    expect(old("2026-08-25T11:00Z", { hour: "8" })).toEqual({ unanswered: "too_old" });
    expect(old("2026-08-25T11:00Z", { device: "phone" })).toBe(1);
  });

  test("by referrer and by choice are of all visits of a link alone", () => {
    const asked = questions(WEEK, { by: ["referrer", "choice", "country"] }, { device: "phone" });
    expect(asked.breakdowns.map(({ part }) => part)).toEqual([...Array(2).fill({ unanswered: "apart" }), 1]);
    expect(questions(WEEK, { by: ["referrer"] }, { tag: "summer" }).breakdowns[0]?.part).toBe(1);
  });

  test("include the earlier period, whose last day counts partly", () => {
    const over = questions(WEEK, { by: [], compare: "previous" });
    expect(told(over).slice(1)).toEqual(["period 11-03 11-10 day"]);
    expect(over.comparison?.parts).toEqual([1]);
    const now = questions(range("2026-11-17", "2026-11-24"), { by: [], compare: "previous" });
    expect(told(now).slice(1)).toEqual(["period 11-10 11-16 day", "period 11-16 11-16T13 day hours"]);
    expect(now.comparison).toMatchObject({ range: { to: new Date("2026-11-16T13:00Z") }, parts: [1, 2] });
    const today = questions(range("2026-11-23", "2026-11-24"), { by: [], compare: "previous" });
    expect(told(today).slice(1)).toEqual(["period 11-22 11-22T13 day hours"]);
  });
});

const found = (...rows: PartRow[]) => rows;
const row = (key: string | null, scans: number, more: Partial<PartRow> = {}): PartRow => ({
  ...{ key, name: null, publicName: null, linkName: null, scans, clicks: 0, robots: 0, previews: 0, ...more },
});

describe("the results of a report", () => {
  const [first, second] = [WEEK.from, new Date("2026-11-11")].map((day) => String(day.getTime()));

  test("sum up each part's rows and name them", () => {
    const asked = questions(WEEK, { by: ["qrCode", "visitor"], compare: "previous" });
    const named = { name: "Poster", publicName: "Soups", linkName: "Soup" };
    const { series, comparison, breakdowns } = reportPartsOf(asked, [
      found(row(first ?? "", 5, { clicks: 1 }), row(second ?? "", 2, { robots: 3 })),
      found(row("qr_a", 5, named)),
      found(row(String(Date.parse("2026-11-03")), 9)),
    ]);
    expect(series).toMatchObject({ from: WEEK.from, to: WEEK.to });
    expect(series).toMatchObject({ totals: { scans: 7, clicks: 1, robots: 3, previews: 0 } });
    const days = "buckets" in series ? series.buckets : [];
    expect(days.map(({ start, scans }) => `${start.slice(5, 10)} ${scans}`)).toEqual([
      ...["11-10 5", "11-11 2", "11-12 0", "11-13 0", "11-14 0", "11-15 0", "11-16 0"],
    ]);
    expect(comparison).toMatchObject({ from: new Date("2026-11-03"), totals: { scans: 9 } });
    expect(breakdowns).toEqual([
      {
        by: "qrCode",
        answer: {
          rows: [
            { key: "qr_a", ...named, scans: 5, clicks: 0, robots: 0, previews: 0 },
            { key: "none", publicName: null, linkName: null, scans: 2, clicks: 1, robots: 3, previews: 0 },
          ],
        },
      },
      { by: "visitor", answer: { rows: Array(3).fill(expect.anything()) } },
    ]);
  });

  test("give a reason if missing: for one part, or for all breakdowns if the series is missing", () => {
    const asked = questions(WEEK, { by: ["country"], compare: "previous" });
    const some = reportPartsOf(asked, [found(row(first ?? "", 5)), null, null]);
    const none = { unanswered: "too_many" };
    expect(some.series).toMatchObject({ totals: { scans: 5 } });
    expect(some).toMatchObject({ comparison: none, breakdowns: [{ answer: none }] });
    const all = reportPartsOf(asked, [null, found(row("US", 1)), found()]);
    expect(all).toMatchObject({ series: none, breakdowns: [{ answer: none }] });
    expect(all).toMatchObject({ comparison: { totals: { scans: 0 } } });
    const plain = reportPartsOf(questions(WEEK, { by: [] }), [found()]);
    expect(plain).toMatchObject({ comparison: null });
  });

  test("of a bucket sum its days, including partly counted days", () => {
    const zone = zoneOf("Europe/Berlin");
    const asked = questions(range("2026-11-15T23:00Z", "2026-11-29T23:00Z", "week", zone), { by: [] });
    const monday = String(Date.parse("2026-11-15T23:00Z"));
    const { series } = reportPartsOf(asked, [found(row(monday, 5), row(monday, 6))]);
    expect(series).toMatchObject({
      buckets: [
        { start: "2026-11-16T00:00:00.000+01:00", scans: 11 },
        { start: "2026-11-23T00:00:00.000+01:00", scans: 0 },
      ],
    });
  });
});
