import { describe, expect, test } from "vitest";
import { causeOf, lastPeriod, nextTime, reportOfCause } from "../../src/extras/reports/schedule-store.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";

const NEW_YORK = zoneOf("America/New_York");

describe("the time of the next report", () => {
  test.each([
    ["weekly", "UTC", "2026-11-25T12:00:00Z", "2026-11-30T08:00:00.000Z"],
    ["weekly", "UTC", "2026-11-30T07:59:59Z", "2026-11-30T08:00:00.000Z"],
    ["weekly", "UTC", "2026-11-30T08:00:00Z", "2026-12-07T08:00:00.000Z"],
    ["monthly", "UTC", "2026-11-25T12:00:00Z", "2026-12-01T08:00:00.000Z"],
    // The clocks went back on 1 November.
    ["monthly", "America/New_York", "2026-10-31T12:00:00Z", "2026-11-01T13:00:00.000Z"],
    ["weekly", "Pacific/Auckland", "2026-11-29T12:00:00Z", "2026-11-29T19:00:00.000Z"],
  ] as const)("%s in %s after %s is %s, at 08:00 there", (cadence, zone, now, next) => {
    expect(nextTime(cadence, zoneOf(zone), new Date(now)).toISOString()).toBe(next);
  });
});

/** What the clocks of a zone show every 15 days in 2026: one zone of those with equal clocks is enough. */
const clocksOf = (name: string): string =>
  Array.from({ length: 24 }, (_, index) =>
    zoneOf(name).textOf(new Date(Date.UTC(2026, 0, 1 + index * 15, 12))),
  ).join();

test("a year of reports is at 08:00 in every zone, on each Monday or first of a month, also when clocks change", () => {
  const zones = new Map(Intl.supportedValuesOf("timeZone").map((name) => [clocksOf(name), name]));
  for (const name of zones.values()) {
    const zone = zoneOf(name);
    for (const [cadence, count] of [
      ["weekly", 52],
      ["monthly", 12],
    ] as const) {
      let time = new Date("2026-01-03T00:00:00Z");
      const days = Array.from({ length: count }, () => {
        time = nextTime(cadence, zone, time);
        return zone.textOf(time).slice(0, 19).split("T");
      });
      const first = cadence === "weekly" ? "2026-01-05" : "2026-02-01";
      const last = cadence === "weekly" ? "2026-12-28" : "2027-01-01";
      expect([name, days[0], days.at(-1)]).toEqual([name, [first, "08:00:00"], [last, "08:00:00"]]);
      expect(new Set(days.map(([, clock]) => clock))).toEqual(new Set(["08:00:00"]));
    }
  }
});

test("the period of a report is the last whole week or month", () => {
  const at = (time: string) => new Date(time);
  expect(lastPeriod("weekly", NEW_YORK, at("2026-11-30T13:00:00Z"))).toEqual({
    from: "2026-11-23",
    to: "2026-11-29",
  });
  expect(lastPeriod("weekly", NEW_YORK, at("2026-11-29T20:00:00Z"))).toEqual({
    from: "2026-11-16",
    to: "2026-11-22",
  });
  expect(lastPeriod("monthly", NEW_YORK, at("2026-03-01T13:00:00Z"))).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
});

test("a cause names the report and its days", () => {
  const days = { from: "2026-11-01", to: "2026-11-30" };
  expect(reportOfCause(causeOf("rep_1", days))).toEqual({ reportId: "rep_1", days });
  expect(reportOfCause(causeOf("rep_1", days, "hour-1"))).toEqual({ reportId: "rep_1", days });
  expect(reportOfCause("confirmation")).toBeNull();
});
