import { describe, expect, test } from "vitest";
import {
  bucketStart,
  bucketStarts,
  daysOf,
  type Interval,
  isWholeDays,
  type RangeInput,
  rangeOf,
} from "../../src/features/visits/visit-range.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { UTC, zoneOf } from "../../src/ground/core/zone.ts";

const now = new Date("2026-11-21T04:30:00.000Z");

function range(interval: Interval, from?: string, to?: string) {
  const input = { interval, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
  const found = rangeOf(input, UTC, now);
  return [found.from.toISOString(), found.to.toISOString()];
}

/** What is wrong with a range. */
function refusals(...input: Parameters<typeof range>): { field?: string; message: string }[] {
  try {
    range(...input);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [...(error.details ?? [])];
  }
}
const problems = (...input: Parameters<typeof range>) => refusals(...input).map(({ field }) => field);

describe("design: the last 30 days by default", () => {
  test.each<[Interval, string, string]>([
    ["hour", "2026-10-22T05:00:00.000Z", "2026-11-21T05:00:00.000Z"],
    ["day", "2026-10-23T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["week", "2026-10-23T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["month", "2026-10-23T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
  ])("by %s", (interval, from, to) => {
    expect(range(interval)).toEqual([from, to]);
  });

  test("from alone ends now, to alone starts 30 days before", () => {
    expect(range("day", "2026-11-01")).toEqual(["2026-11-01T00:00:00.000Z", "2026-11-22T00:00:00.000Z"]);
    expect(range("day", undefined, "2026-03-03")).toEqual([
      "2026-02-01T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
  });

  test("times are widened to days or hours in the time zone, and a number of days ends today", () => {
    const told = (input: RangeInput) => {
      const { from, to } = rangeOf(input, zoneOf("Europe/Berlin"), now);
      return [from, to].map((time) => time.toISOString().slice(0, 13));
    };
    const [from, to] = [new Date("2026-11-02T08:30:00Z"), new Date("2026-11-03T08:30:00Z")];
    expect(told({ from, to, interval: "day" })).toEqual(["2026-11-01T23", "2026-11-03T23"]);
    expect(told({ from, to, interval: "hour" })).toEqual(["2026-11-02T08", "2026-11-03T09"]);
    const days = { from: "2026-11-02", to: "2026-11-03" };
    expect(told({ ...days, interval: "day" })).toEqual(["2026-11-01T23", "2026-11-03T23"]);
    for (const interval of ["day", "hour"] as const)
      expect(told({ days: 2, interval })).toEqual(["2026-11-19T23", "2026-11-21T23"]);
  });

  test("recognizes whole-day ranges", () => {
    const [day, next, noon] = ["2026-11-02", "2026-11-03", "2026-11-02T12:00Z"].map((text) => new Date(text));
    const whole = (from = new Date(0), to = from) => isWholeDays({ from, to, interval: "hour", zone: UTC });
    expect([whole(day, next), whole(day, noon), whole(noon, next)]).toEqual([true, false, false]);
  });
});

test("design: how long a range may be, and how long ago by hours", () => {
  const before = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1_000).toISOString();
  expect(problems("hour", before(31), before(0.5))).toEqual([]);
  expect(problems("hour", before(31.1), before(0))).toEqual(["to"]);
  expect(problems("hour", before(90), before(80))).toEqual([]);
  expect(problems("hour", before(90.1), before(80))).toEqual(["from"]);
  expect(problems("hour", before(400), before(0))).toEqual(["to", "from"]);
  // One hour more may be that of a day on which clocks are put back.
  expect(problems("hour", "2026-10-01T00:00Z", "2026-11-01T01:00Z")).toEqual([]);
  expect(problems("hour", "2026-10-01T00:00Z", "2026-11-01T02:00Z")).toEqual(["to"]);
  expect(problems("day", "2026-01-01", "2027-02-05")).toEqual([]);
  expect(problems("day", "2026-01-01", "2027-02-06")).toEqual(["to"]);
  for (const interval of ["week", "month"] as const) {
    expect(problems(interval, "2026-01-01", "2036-01-09")).toEqual([]);
    expect(problems(interval, "2026-01-01", "2036-01-10")).toEqual(["to"]);
  }
});

test("errors name the limits of a range", () => {
  expect(refusals("hour", "2025-11-01", "2026-11-01")).toEqual([
    { field: "to", message: "must be at most 31 days after from if interval is hour" },
    { field: "from", message: "must be within the last 90 days if interval is hour" },
  ]);
});

test("rejects a range that ends at or before its start", () => {
  expect(problems("day", "2026-11-02", "2026-11-02")).toEqual(["to"]);
  expect(problems("day", "2026-11-02T08:00:00Z", "2026-11-02T07:00:00Z")).toEqual(["to"]);
  expect(problems("hour", "2026-11-02T08:30:00Z", "2026-11-02T08:30:00Z")).toEqual(["to"]);
  expect(problems("day", "2026-11-22")).toEqual(["from"]);
});

test("lists days and hours across a month's end and a leap day", () => {
  const days = { from: new Date("2028-02-28"), to: new Date("2028-03-02"), zone: UTC };
  expect(daysOf({ ...days, interval: "month" })).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  const hours = { from: new Date("2028-02-29T23:00:00Z"), to: new Date("2028-03-01T01:00:00Z"), zone: UTC };
  expect(bucketStarts({ ...hours, interval: "hour" }).map((start) => start.toISOString())).toEqual([
    "2028-02-29T23:00:00.000Z",
    "2028-03-01T00:00:00.000Z",
  ]);
});

test.each<[string, number | null, Interval, string]>([
  ["2026-11-21", 4, "hour", "2026-11-21T04:00:00.000Z"],
  ["2026-11-21", null, "day", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", 4, "day", "2026-11-21T00:00:00.000Z"],
  ["2026-11-22", null, "week", "2026-11-16T00:00:00.000Z"],
  ["2026-11-23", null, "week", "2026-11-23T00:00:00.000Z"],
  ["2027-01-01", null, "week", "2026-12-28T00:00:00.000Z"],
  ["2028-02-29", null, "month", "2028-02-01T00:00:00.000Z"],
])("%s %s is part of the %s from %s", (day, hour, interval, start) => {
  const range = { from: now, to: now, interval, zone: UTC };
  expect(bucketStart({ day, hour }, range).toISOString()).toBe(start);
});
