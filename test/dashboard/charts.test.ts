import { jsx } from "hono/jsx";
import { describe, expect, test } from "vitest";
import type { VisitBucket } from "../../src/features/visits/visit-range.ts";
import { UTC, type Zone, zoneOf } from "../../src/ground/core/zone.ts";
import { bucketName, namedBuckets, rangeName } from "../../src/surfaces/dashboard/charts/bucket-names.ts";
import {
  changeOf,
  count,
  levelOf,
  scaleFor,
  shortCount,
} from "../../src/surfaces/dashboard/charts/numbers.ts";
import { TimeSeries } from "../../src/surfaces/dashboard/charts/time-series.tsx";
import { momentText, soonText } from "../../src/surfaces/dashboard/components/dates.ts";
import { Time } from "../../src/surfaces/dashboard/components/facts.tsx";
import { DEFAULT_LOCALE, WithLocale } from "../../src/surfaces/dashboard/layout/locale.tsx";

describe("an axis", () => {
  test.each([
    [0, 1, [0]],
    [1, 1, [0, 1]],
    [3, 3, [0, 1, 2, 3]],
    [7, 8, [0, 2, 4, 6, 8]],
    [82, 100, [0, 50, 100]],
    [100, 100, [0, 50, 100]],
    [101, 150, [0, 50, 100, 150]],
    [9_007_199_254_740_991, 1e16, [0, 5e15, 1e16]],
  ])("for %d ends at %d, begins at zero and has whole steps", (most, top, ticks) => {
    const scale = scaleFor(most);
    expect(scale.top).toBe(top);
    expect(scale.ticks).toEqual(most === 0 ? [0, 1] : ticks);
  });

  test("every highest value fits, and takes at least half of the axis", () => {
    for (let most = 1; most < 100_000; most += 7) {
      const { top, ticks } = scaleFor(most);
      expect([most, top >= most, most / top >= 0.5, ticks.length <= 5]).toEqual([most, true, true, true]);
    }
  });
});

test("zero alone has no shade", () => {
  expect([0, 1, 20, 50, 100].map((value) => levelOf(value, 100, 5))).toEqual([0, 1, 1, 3, 5]);
  expect(levelOf(0, 0, 5)).toBe(0);
  expect(levelOf(1, 1_000_000, 5)).toBe(1);
});

test("counts and changes in words", () => {
  expect([count(1_234_567), shortCount(9_999), shortCount(1_234_567)]).toEqual([
    "1,234,567",
    "9,999",
    "1.2m",
  ]);
  expect([changeOf(5, 0), changeOf(0, 5), changeOf(5, 5), changeOf(3, 2)]).toEqual([
    null,
    "−100 %",
    "±0 %",
    "+50 %",
  ]);
});

test("buckets and ranges have names as the clocks of their zone say", () => {
  expect(bucketName("2026-11-21T23:00:00.000-05:00", "hour")).toBe("21 Nov 2026, 23:00");
  expect(bucketName("2026-11-21T23:00:00.000Z", "hour")).toBe("21 Nov 2026, 23:00");
  expect(bucketName("2026-11-16T00:00:00.000Z", "week")).toBe("Week of 16 Nov 2026");
  expect(bucketName("2026-11-01T00:00:00.000Z", "month")).toBe("November 2026");
  const day = new Date("2026-11-21T00:00:00Z");
  expect(rangeName({ from: day, to: new Date("2026-11-22T00:00:00Z") }, UTC)).toBe("21 Nov 2026");
});

const bucket = (day: number, scans: number, clicks = 0): VisitBucket => ({
  start: new Date(Date.UTC(2026, 10, day)).toISOString(),
  ...{ scans, clicks, robots: 0, previews: 0, visitors: scans + clicks },
});
const drawn = (buckets: VisitBucket[], before: VisitBucket[] | null = null): string => {
  const earlier = before && { name: "Previous period", buckets: before };
  return String(TimeSeries({ title: "Visits", buckets, before: earlier, interval: "day" }));
};
/** The names below a plot of so many days, each with its place as a share of the width. */
const names = (days: number): [workspace: number, name: string][] => {
  const text = drawn(Array.from({ length: days }, (_, day) => bucket(day + 1, 1)));
  return [...text.matchAll(/<text x="([\d.]+)%" y="1em">([^<]+)/g)].map(([, x, name = ""]) => [
    Number(x),
    name,
  ]);
};
/** The heights of the bars of a path, as shares of the plot. */
const heights = (text: string, name: string): number[] => {
  const [, path = ""] = new RegExp(`class="${name}" d="([^"]*)"`).exec(text) ?? [];
  return [...path.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)h/g)].map(
    ([, low, high]) => (Number(low) - Number(high)) / 240,
  );
};

describe("a series", () => {
  test("has bars in proportion, and none for zero", () => {
    const text = drawn([bucket(1, 100, 50), bucket(2, 0, 0), bucket(3, 50, 0)]);
    const [first = 0, second = 0, ...others] = heights(text, "bar-scans");
    expect(others).toEqual([]);
    expect(first / second).toBeCloseTo(2, 2);
    expect(first).toBeCloseTo(100 / 150, 2);
    expect(heights(text, "bar-clicks")).toEqual([expect.closeTo(50 / 150, 2)]);
  });

  test.each([
    ["zeros", [bucket(1, 0), bucket(2, 0)]],
    ["one bucket", [bucket(1, 5)]],
    ["no bucket", []],
    ["huge numbers", [bucket(1, 9e15), bucket(2, 1)]],
  ])("of %s has no broken number, and a row for each bucket", (_, buckets) => {
    const text = drawn(buckets, buckets);
    expect(text).not.toMatch(/NaN|Infinity|undefined|e\+|style=/);
    expect(text.match(/<tr data-row/g)?.length ?? 0).toBe(buckets.length);
  });

  test("draws an earlier period without points along equal values", () => {
    const days = (scans: number[]) => scans.map((each, index) => bucket(index + 1, each));
    const text = drawn(days([4, 4, 4, 4, 4, 4]), days([2, 2, 2, 4, 4, 0]));
    const [, line] = /class="line-before" d="([^"]*)"/.exec(text) ?? [];
    expect(line).toBe("M83.33 120H416.67L583.33 0H750L916.67 240");
  });

  test("ends the earlier period before the bucket that is not over yet", () => {
    const buckets = [4, 4, 1].map((each, index) => bucket(index + 1, each));
    const before = {
      name: "Previous period",
      buckets: [2, 3, 0].map((each, index) => bucket(index + 1, each)),
    };
    const text = String(TimeSeries({ title: "Visits", buckets, before, interval: "day", open: 2 }));
    const [, line = ""] = /class="line-before" d="([^"]*)"/.exec(text) ?? [];
    expect(line.match(/[MLH]/g)).toEqual(["M", "L"]);
  });

  test("is not higher than its axis where the period before was", () => {
    const text = drawn([bucket(1, 1)], [bucket(1, 80)]);
    expect(heights(text, "bar-scans")).toEqual([expect.closeTo(1 / 80, 2)]);
    expect(text).toContain("Previous period");
  });
});

describe("the names below a plot", () => {
  test("stand below the middle of their own bars: seven of seven days", () => {
    const found = names(7);
    expect(found.map(([, name]) => name)).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    for (const [index, [workspace]] of found.entries())
      expect(workspace).toBeCloseTo(((index + 0.5) / 7) * 100, 1);
  });
  test("are evenly spaced: every seventh of 30 days, the last among them", () => {
    const found = names(30);
    expect(found.map(([, name]) => name)).toEqual(["2 Nov", "9 Nov", "16 Nov", "23 Nov", "30 Nov"]);
    expect(found[0]?.[0]).toBeCloseTo((1.5 / 30) * 100, 1);
  });
  test("are few enough for a phone, however many buckets there are", () => {
    for (const interval of ["hour", "day", "week", "month"] as const) {
      for (let length = 9; length <= 800; length += 13) {
        const starts = Array.from({ length }, (_, hour) => new Date(hour * 3_600_000).toISOString());
        expect([interval, length, namedBuckets(starts, interval).length <= 8]).toEqual([
          interval,
          length,
          true,
        ]);
      }
    }
  });
});

test("the bar of what goes on is hatched, and its name is in the key", () => {
  const text = String(
    TimeSeries({
      title: "Visits",
      buckets: [bucket(1, 4), bucket(2, 2)],
      before: null,
      interval: "day",
      open: 1,
    }),
  );
  expect(text).toContain("So far");
  expect(text).toMatch(/fill="url\(#so-far\)" d="M/);
  expect(drawn([bucket(1, 4)])).not.toContain("So far");
});

test("hours of a month are a row for each day, and those of a few days are bars", () => {
  const hours = (length: number) =>
    Array.from({ length }, (_, hour) => ({
      ...bucket(1, 1),
      start: new Date(hour * 3_600_000).toISOString(),
    }));
  const draw = (length: number) =>
    String(TimeSeries({ title: "Visits", buckets: hours(length), before: null, interval: "hour" }));
  expect(draw(31 * 24).match(/<td class="h5"/g)).toHaveLength(31 * 24);
  expect(draw(31 * 24)).not.toContain("bar-scans");
  expect(draw(48)).toContain("bar-scans");
});

test("times are written in one way, by the clocks of the organization, and UTC is named", () => {
  const at = "2026-09-13T02:30:00.000Z";
  const shown = (zone: Zone, props: object = {}) =>
    String(
      WithLocale({ locale: { ...DEFAULT_LOCALE, zone }, children: jsx(Time, { at, ...props }) }),
    ).replace(/<[^>]*>/g, "");
  expect(shown(UTC)).toBe("13 Sep 2026, 02:30 UTC");
  expect(shown(zoneOf("America/New_York"))).toBe("12 Sep 2026, 22:30");
  expect(shown(zoneOf("America/New_York"), { date: true })).toBe("12 Sep 2026");
  // Nothing of it stays for the next page.
  expect(momentText(new Date(at))).toBe("13 Sep 2026, 02:30 UTC");
});

test.each([
  ["2026-09-13T00:59:00Z", "2026-09-13T23:59:00Z", UTC, "today, 23:59 UTC"],
  ["2026-09-13T01:00:00Z", "2026-09-14T00:00:00Z", UTC, "tomorrow, 00:00 UTC"],
  // Its day is that of the zone's clocks, which are behind or ahead of UTC.
  ["2026-09-13T23:30:00Z", "2026-09-14T03:30:00Z", zoneOf("America/New_York"), "today, 23:30"],
  ["2026-09-13T20:00:00Z", "2026-09-13T23:00:00Z", zoneOf("Europe/Berlin"), "tomorrow, 01:00"],
])("at %s, the time %s in a zone is soon", (now, time, zone, text) => {
  const locale = { ...DEFAULT_LOCALE, zone: zone ?? UTC };
  expect(soonText(new Date(time), new Date(now), locale)).toBe(text);
});
