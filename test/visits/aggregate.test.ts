import { describe, expect, test } from "vitest";
import { PartAggregate, rowLimit } from "../../src/features/visits/aggregate.ts";
import type { CounterEntry } from "../../src/features/visits/count-records.ts";
import type { Part, PartBy } from "../../src/features/visits/report-plan.ts";
import type { CheckedFilter } from "../../src/features/visits/visit-filter.ts";
import { UTC, type Zone, zoneOf } from "../../src/ground/core/zone.ts";

const DAY = "2026-11-21";
const FACT: CounterEntry = {
  ...{ day: DAY, hour: null, linkId: "lnk_1", retailer: "custom", country: "US", device: "phone" },
  ...{ qrCode: "front", referrer: "news.example", choice: "shop-1", lot: "L1", class: "scans", visits: 1 },
};
const EVERYTHING: CheckedFilter = {
  ...{ projectId: null, linkId: null, qrIdentifier: null, country: null, device: null },
  ...{ retailer: null, tag: null, daysOfWeek: null, hours: null },
};

interface Asked {
  filter?: Partial<CheckedFilter>;
  part?: Partial<Part>;
  zone?: Zone;
}

function sumOf(
  by: PartBy,
  facts: readonly Partial<CounterEntry>[],
  { filter = {}, part = {}, zone = UTC }: Asked = {},
) {
  const range = { from: zone.startOf(DAY), to: zone.startOf("2026-11-22"), interval: "day", zone } as const;
  const whole: Part = {
    by,
    range,
    hours: false,
    from: "rows",
    reading: "counts",
    monthReading: null,
    ...part,
  };
  const sum = new PartAggregate(whole, { ...EVERYTHING, ...filter });
  for (const fact of facts) sum.add({ ...FACT, ...fact });
  return sum.rows();
}
const told = (...asked: Parameters<typeof sumOf>) =>
  sumOf(...asked).map(({ key, scans, clicks, robots, previews }) =>
    [key, scans, clicks, robots, previews].join(" "),
  );

describe("a part aggregates visits", () => {
  test.each<[PartBy, string]>([
    ["period", String(Date.parse(DAY))],
    ["country", "US"],
    ["device", "phone"],
    ["retailer", "custom"],
    ["link", "lnk_1"],
    ["qrCode", "qr_lnk_1_front"],
    ["referrer", "news.example"],
    ["choice", "shop-1"],
  ])("by %s, under %s", (by, key) => {
    expect(sumOf(by, [{}, { class: "robots", visits: 2 }])).toEqual([
      { key, name: null, publicName: null, linkName: null, scans: 1, clicks: 0, robots: 2, previews: 0 },
    ]);
  });

  test("of those that have a value of its dimension", () => {
    const none = { country: null, device: "robot", qrCode: null, referrer: null, choice: null };
    for (const by of ["country", "device", "qrCode", "referrer", "choice"] as const)
      expect(told(by, [none])).toEqual([]);
    expect(told("qrCode", [{ qrCode: "" }])).toEqual([]);
  });

  test("of buckets of hours, and of each hour of the week on the clock", () => {
    const hours = [
      { hour: 1 },
      { hour: 1 },
      { hour: 2, class: "clicks" as const },
      { day: "2026-11-22", hour: 1 },
    ];
    const range = {
      from: UTC.startOf(DAY),
      to: UTC.startOf("2026-11-23"),
      interval: "hour",
      zone: UTC,
    } as const;
    expect(told("period", hours, { part: { range } })).toEqual([
      `${Date.parse(`${DAY}T01:00Z`)} 2 0 0 0`,
      `${Date.parse(`${DAY}T02:00Z`)} 0 1 0 0`,
      `${Date.parse("2026-11-22T01:00Z")} 1 0 0 0`,
    ]);
    // On this day the third hour has the same name as the fourth.
    const zone = zoneOf("Europe/Berlin");
    const ends = [2, 3, 4].map((hour) => ({ day: "2026-10-25", hour }));
    const days = [...ends, { day: "2026-10-26", hour: 3, visits: 5 }, { day: "2026-10-26", hour: 4 }];
    expect(told("link", days, { zone, filter: { hours: [3] } })).toEqual(["lnk_1 6 0 0 0"]);
  });
});

describe("a part is narrowed", () => {
  test.each<[Partial<CheckedFilter>, Partial<CounterEntry>]>([
    [{ country: "US" }, { country: "CA" }],
    [{ device: "phone" }, { device: "tablet" }],
    [{ device: "phone" }, { device: "robot" }],
    [{ retailer: "custom" }, { retailer: "grocer_a" }],
    [{ qrIdentifier: "front" }, { qrCode: "" }],
    [{ daysOfWeek: [6] }, { day: "2026-11-22" }],
    [{ hours: [0] }, { hour: 1 }],
  ])("to %j, without %j", (filter, other) => {
    expect(told("link", [{}, other, {}], { filter })).toEqual(["lnk_1 2 0 0 0"]);
    expect(told("link", [{}, other, {}])).toEqual(["lnk_1 3 0 0 0"]);
  });

  test("to the hours of its range, if hours matter and are known", () => {
    const zone = zoneOf("Europe/Berlin");
    const from = new Date(`${DAY}T03:00Z`);
    const range = { from, to: new Date(`${DAY}T05:00Z`), interval: "day", zone } as const;
    const hours = [3, 4, 5, 6].map((hour) => ({ hour }));
    expect(told("link", hours, { part: { range, hours: true } })).toEqual(["lnk_1 2 0 0 0"]);
    expect(told("link", hours, { part: { range } })).toEqual(["lnk_1 4 0 0 0"]);
    expect(told("link", [{}], { part: { range, hours: true } })).toEqual(["lnk_1 1 0 0 0"]);
  });
});

describe("the rows of a part", () => {
  test("are sorted by people, then others, then name", () => {
    const row = (country: string, numbers: object) =>
      Object.entries(numbers).map(([name, visits]) => ({
        country,
        class: name as CounterEntry["class"],
        visits,
      }));
    const facts = [
      ...row("DE", { clicks: 1, robots: 1, previews: 3 }),
      ...row("CA", { scans: 1, robots: 3 }),
      ...row("AT", { scans: 1, robots: 3 }),
      ...row("FR", { robots: 9, previews: 9 }),
      ...row("US", { scans: 2, clicks: 1 }),
      ...row("ES", { scans: 2 }),
    ];
    expect(told("country", facts).map((text) => text.slice(0, 2))).toEqual([
      "US",
      "ES",
      "DE",
      "AT",
      "CA",
      "FR",
    ]);
  });

  test("are limited to 100, or 99 for codes, plus one for the rest; buckets and hours are complete", () => {
    const links = Array.from({ length: 102 }, (_, number) => ({
      ...{ linkId: `lnk_${number}`, visits: 1_000 - number, referrer: `${number}.example`, hour: number },
    }));
    const last = (by: PartBy) => told(by, links).slice(98);
    expect(last("link")).toEqual(["lnk_98 902 0 0 0", "lnk_99 901 0 0 0", " 1799 0 0 0"]);
    expect(last("qrCode")).toEqual(["qr_lnk_98_front 902 0 0 0", " 2700 0 0 0"]);
    expect(told("link", links.slice(0, 100))).toHaveLength(100);
    const range = { from: UTC.startOf(DAY), to: UTC.startOf(DAY), interval: "hour", zone: UTC } as const;
    expect(told("period", links, { part: { range } })).toHaveLength(102);
    expect(rowLimit("period")).toBe(Number.POSITIVE_INFINITY);
  });

  test("count merged referrers in the rest", () => {
    const hosts = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ referrer: `${number}.example`, visits: 5 }));
    expect(told("referrer", [{ referrer: "*", visits: 9 }, ...hosts(1)])).toEqual([
      "0.example 5 0 0 0",
      " 9 0 0 0",
    ]);
    expect(told("referrer", [{ referrer: "*", visits: 9 }, ...hosts(101)]).slice(-2)).toEqual([
      expect.stringMatching(/^\d+\.example 5 0 0 0$/),
      " 19 0 0 0",
    ]);
    // Below the hundredth it is one of the others, too.
    expect(told("referrer", [{ referrer: "*" }, ...hosts(101)]).at(-1)).toBe(" 6 0 0 0");
  });
});
