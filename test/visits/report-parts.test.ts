import { describe, expect, test } from "vitest";
import { planReport, type RequestedParts } from "../../src/features/visits/report-plan.ts";
import { checkedFilter, type VisitFilter } from "../../src/features/visits/visit-filter.ts";
import type { Interval, VisitRange } from "../../src/features/visits/visit-range.ts";
import { UTC } from "../../src/ground/core/zone.ts";

const NOW = new Date("2026-11-23T12:34:00Z");
const range = (from: string, to: string, interval: Interval = "day", zone = UTC): VisitRange => ({
  ...{ from: new Date(from), to: new Date(to), interval, zone },
});
const WEEK = range("2026-11-10", "2026-11-17");

const questions = (of: VisitRange, asked: RequestedParts, filter: VisitFilter = {}) =>
  planReport(checkedFilter(filter), of, asked, NOW);
describe("the parts of a report", () => {
  test("by hours have breakdowns for whole days only", () => {
    const hours = range("2026-11-10T06:00Z", "2026-11-11", "hour");
    const asked = questions(hours, { by: ["country", "visitor"] });
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
});
