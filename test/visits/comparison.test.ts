import { describe, expect, test } from "vitest";
import { type Comparison, comparedRange, partsOfCompared } from "../../src/features/visits/comparison.ts";
import type { Interval, VisitRange } from "../../src/features/visits/visit-range.ts";
import { beginningOf, intervalFor, lengthOf } from "../../src/features/visits/visit-range.ts";
import { UTC, zoneOf } from "../../src/ground/core/zone.ts";

const NOW = new Date("2026-11-23T12:34:00Z");
const BERLIN = zoneOf("Europe/Berlin");
const range = (from: string, to: string, interval: Interval = "day", zone = UTC): VisitRange => ({
  from: new Date(from),
  to: new Date(to),
  interval,
  zone,
});
/** From when to when a range is compared, and up to which hour of the last day. */
function compared(of: VisitRange, by: Comparison, now = NOW): string[] {
  const { range: earlier, cut } = comparedRange(of, by, now);
  return [earlier.from, earlier.to, ...(cut ? [cut] : [])].map((time) =>
    time.toISOString().replace(/:00\.000Z$/, ""),
  );
}

describe("a past period", () => {
  test.each<[string, string, Comparison, string, string]>([
    // Fewer than 7 days: those just before. From 7 on: whole weeks before, so that days of the week agree.
    ["2026-11-10", "2026-11-13", "previous", "2026-11-07", "2026-11-10"],
    ["2026-11-10", "2026-11-16", "previous", "2026-11-04", "2026-11-10"],
    ["2026-11-02", "2026-11-09", "previous", "2026-10-26", "2026-11-02"],
    ["2026-11-02", "2026-11-10", "previous", "2026-10-19", "2026-10-27"],
    ["2026-10-01", "2026-10-31", "previous", "2026-08-27", "2026-09-26"],
    // The same days of a month, as far as it has them.
    ["2026-11-02", "2026-11-10", "month", "2026-10-02", "2026-10-10"],
    ["2026-03-01", "2026-04-01", "month", "2026-02-01", "2026-03-01"],
    ["2026-03-30", "2026-04-01", "month", "2026-02-28", "2026-03-01"],
    // Whole months with whole months.
    ["2026-02-01", "2026-03-01", "month", "2026-01-01", "2026-02-01"],
    ["2026-04-01", "2026-05-01", "month", "2026-03-01", "2026-04-01"],
    ["2027-02-01", "2027-04-01", "year", "2026-02-01", "2026-04-01"],
    ["2028-02-01", "2028-03-01", "year", "2027-02-01", "2027-03-01"],
    ["2027-02-01", "2027-03-01", "year", "2026-02-01", "2026-03-01"],
    ["2026-03-20", "2026-03-30", "month", "2026-02-20", "2026-03-01"],
    ["2026-01-15", "2026-01-16", "month", "2025-12-15", "2025-12-16"],
    ["2028-02-29", "2028-03-01", "year", "2027-02-28", "2027-03-01"],
    ["2026-11-02", "2026-11-10", "year", "2025-11-02", "2025-11-10"],
  ])("from %s to %s, with the %s: from %s to %s", (from, to, by, then, until) => {
    const at = (day: string) => `${day}T00:00`;
    expect(compared(range(`${from}T00:00Z`, `${to}T00:00Z`), by, new Date("2029-01-01T00:00Z"))).toEqual([
      at(then),
      at(until),
    ]);
  });

  test("by hours keeps its hours", () => {
    const hours = range("2026-11-10T06:00Z", "2026-11-11T09:00Z", "hour");
    expect(compared(hours, "previous")).toEqual(["2026-11-08T06:00", "2026-11-09T09:00"]);
    expect(compared(hours, "month")).toEqual(["2026-10-10T06:00", "2026-10-11T09:00"]);
    // Less than a day, though of two.
    const night = range("2026-11-10T22:00Z", "2026-11-11T02:00Z", "hour");
    expect(compared(night, "previous")).toEqual(["2026-11-09T22:00", "2026-11-10T02:00"]);
  });

  test("keeps local hours across clock changes", () => {
    const days = range("2026-10-25T23:00Z", "2026-10-26T23:00Z", "day", BERLIN);
    // The day before has 25 hours.
    expect(compared(days, "previous")).toEqual(["2026-10-24T22:00", "2026-10-25T23:00"]);
    const longer = range("2026-10-24T22:00Z", "2026-10-25T23:00Z", "day", BERLIN);
    expect(compared(longer, "previous")).toEqual(["2026-10-23T22:00", "2026-10-24T22:00"]);
  });
});

describe("an ongoing period", () => {
  test("is compared up to the end of the same hour", () => {
    const today = range("2026-11-23T00:00Z", "2026-11-24T00:00Z");
    expect(compared(today, "previous")).toEqual(["2026-11-22T00:00", "2026-11-22T13:00", "2026-11-22T13:00"]);
    const week = range("2026-11-17T00:00Z", "2026-11-24T00:00Z");
    expect(compared(week, "previous")).toEqual(["2026-11-10T00:00", "2026-11-16T13:00", "2026-11-16T13:00"]);
    expect(compared(week, "month")).toEqual(["2026-10-17T00:00", "2026-10-23T13:00", "2026-10-23T13:00"]);
  });

  test("from its first moment, and no longer at its end", () => {
    const today = range("2026-11-23T00:00Z", "2026-11-24T00:00Z");
    expect(compared(today, "previous", today.from)).toHaveLength(3);
    expect(compared(today, "previous", today.to)).toHaveLength(2);
    expect(compared(today, "previous", new Date(today.from.getTime() - 1))).toHaveLength(2);
  });

  test("and not once it is over, if the month before is shorter", () => {
    const days = range("2026-03-20T00:00Z", "2026-03-30T00:00Z");
    for (const now of ["2026-03-30T00:00Z", "2026-03-30T12:00Z"])
      expect(compared(days, "month", new Date(now))).toEqual(["2026-02-20T00:00", "2026-03-01T00:00"]);
  });

  test("as a whole if hours are no longer stored, and in the last hour of a day", () => {
    const week = range("2026-11-17T00:00Z", "2026-11-24T00:00Z");
    expect(compared(week, "year")).toEqual(["2025-11-17T00:00", "2025-11-24T00:00"]);
    const today = range("2026-11-23T00:00Z", "2026-11-24T00:00Z");
    expect(compared(today, "previous", new Date("2026-11-23T23:10Z"))).toHaveLength(2);
    expect(compared(today, "previous", new Date("2026-11-23T22:59Z"))).toHaveLength(3);
  });

  test("has its last day counted partly, and all others fully", () => {
    const parts = (of: VisitRange) => {
      const { whole, partial } = partsOfCompared(comparedRange(of, "previous", NOW));
      const said = (part: VisitRange | null) =>
        part && [part.from, part.to].map((time) => time.toISOString().slice(0, 13));
      return [said(whole), said(partial)];
    };
    expect(parts(range("2026-11-17T00:00Z", "2026-11-24T00:00Z"))).toEqual([
      ["2026-11-10T00", "2026-11-16T00"],
      ["2026-11-16T00", "2026-11-16T13"],
    ]);
    expect(parts(range("2026-11-23T00:00Z", "2026-11-24T00:00Z"))).toEqual([
      null,
      ["2026-11-22T00", "2026-11-22T13"],
    ]);
    expect(parts(range("2026-11-23T00:00Z", "2026-11-24T00:00Z", "hour"))).toEqual([
      ["2026-11-22T00", "2026-11-22T13"],
      null,
    ]);
    expect(parts(range("2026-11-10T00:00Z", "2026-11-12T00:00Z"))).toEqual([
      ["2026-11-08T00", "2026-11-10T00"],
      null,
    ]);
  });
});

test("a period starts with its first day, and has a readable number of bars", () => {
  expect(beginningOf({ days: 7 }, BERLIN, NOW).toISOString()).toBe("2026-11-16T23:00:00.000Z");
  expect(beginningOf({ from: "2026-11-01", to: "2026-11-02" }, UTC, NOW).toISOString()).toBe(
    "2026-11-01T00:00:00.000Z",
  );
  expect(lengthOf({ from: "2026-11-01", to: "2026-11-30" })).toBe(30);
  expect([1, 2, 3, 31, 32, 186, 187].map((days) => intervalFor({ days }))).toEqual([
    "hour",
    "hour",
    "day",
    "day",
    "week",
    "week",
    "month",
  ]);
});
