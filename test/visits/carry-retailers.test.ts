import { describe, expect, test } from "vitest";
import { type CarriedCount, type RetailerTotal, retailersOf } from "../../src/visits/carry-retailers.ts";

describe("visits stay with the retailers that their link led to", () => {
  const count = (more: Partial<CarriedCount> = {}): CarriedCount => ({
    ...{
      linkId: "lnk_1",
      hour: "2026-08-10T04",
      code: "",
      country: "US",
      device: "phone",
      visitor: "person",
    },
    ...{ visits: 5, organizationId: "acme", projectId: "main", retailer: "now", ...more },
  });
  const total = (retailer: string, clicks: number, more: Partial<RetailerTotal> = {}): RetailerTotal => ({
    ...{ linkId: "lnk_1", day: "2026-08-10", device: "phone", retailer },
    ...{ scans: 0, clicks, robots: 0, previews: 0, ...more },
  });
  const told = (...asked: Parameters<typeof retailersOf>) =>
    retailersOf(...asked).map(({ count: { hour }, retailer, visits: number }) =>
      [hour.slice(11), retailer, number].join(" "),
    );

  test("as far as totals say; the rest with the retailer of now", () => {
    expect(told([count()], [])).toEqual(["04 now 5"]);
    expect(told([count(), count({ hour: "2026-08-10T05" })], [total("a", 3), total("b", 4)])).toEqual([
      ...["04 a 3", "04 b 2", "05 b 2", "05 now 3"],
    ]);
    expect(told([count({ code: "front" })], [total("a", 3, { scans: 5 })])).toEqual(["04 a 5"]);
    expect(told([count()], [total("a", 4)])).toEqual(["04 a 4", "04 now 1"]);
    expect(told([count({ visits: 3 })], [total("a", 0), total("b", 3)])).toEqual(["04 b 3"]);
  });

  test("of the same link, day and device alone", () => {
    for (const other of [{ linkId: "lnk_2" }, { day: "2026-08-11" }, { device: "tablet" }])
      expect(told([count()], [total("a", 5, other)])).toEqual(["04 now 5"]);
  });
});
