import { expect, test } from "vitest";
import { rowsOf } from "../../src/features/visits/breakdown.ts";
import type { PartRow } from "../../src/features/visits/statistics.ts";
import { plus, type ReportNumbers, sumOf, zeroVisits } from "../../src/features/visits/statistics.ts";
import { checkedFilter, type VisitFilter } from "../../src/features/visits/visit-filter.ts";
import type { ServiceError } from "../../src/ground/core/errors.ts";
import { RETAILERS } from "../../src/ground/core/vocabulary.ts";

const LINK = "lnk_01m844dzg0jqdxxp1s5zntvkd7";
const CODE = `qr_${LINK}_front`;
const NOTHING = {
  projectId: null,
  linkId: null,
  qrIdentifier: null,
  country: null,
  device: null,
  retailer: null,
  source: null,
  tag: null,
  daysOfWeek: null,
  hours: null,
};

test.each<[VisitFilter, object]>([
  [{}, {}],
  [
    { projectId: "main", tag: "summer" },
    { projectId: "main", tag: "summer" },
  ],
  [{ link: LINK }, { linkId: LINK }],
  [{ qrCode: CODE }, { linkId: LINK, qrIdentifier: "front" }],
  [
    { qrCode: CODE, link: LINK },
    { linkId: LINK, qrIdentifier: "front" },
  ],
  [
    { country: "US", device: "phone", retailer: "custom" },
    { country: "US", device: "phone", retailer: "custom" },
  ],
  [{ country: "T1" }, { country: "T1" }],
  [
    { dayOfWeek: "sun,sat", hour: "0,07,23" },
    { daysOfWeek: [0, 6], hours: [0, 7, 23] },
  ],
])("the filter %j", (filter, expected) => {
  expect(checkedFilter(filter)).toEqual({ ...NOTHING, ...expected });
});

test.each<[VisitFilter, string[]]>([
  [{ qrCode: "front" }, ["qrCode"]],
  [{ qrCode: CODE, link: "lnk_other" }, ["qrCode"]],
  [{ country: "us" }, ["country"]],
  [{ country: "USA" }, ["country"]],
  [{ device: "watch" }, ["device"]],
  [{ retailer: "nowhere" }, ["retailer"]],
  [{ dayOfWeek: "mon,day" }, ["dayOfWeek"]],
  [{ dayOfWeek: "" }, ["dayOfWeek"]],
  [{ hour: "24" }, ["hour"]],
  [{ hour: "1,x" }, ["hour"]],
  [{ hour: "001" }, ["hour"]],
  [{ hour: "" }, ["hour"]],
  [{ country: "us", hour: "-1" }, ["country", "hour"]],
])("the filter %j is refused for %j", (filter, fields) => {
  try {
    checkedFilter(filter);
    expect.unreachable();
  } catch (error) {
    expect((error as ServiceError).details?.map(({ field }) => field)).toEqual(fields);
  }
});

test("an impossible value is rejected with the allowed values", () => {
  const filter = { device: "watch", retailer: "nowhere", dayOfWeek: "day" };
  expect(() => checkedFilter(filter)).toThrow(
    expect.objectContaining({
      details: [
        { field: "device", message: "must be one of phone, tablet, desktop, other" },
        { field: "retailer", message: `must be one of ${RETAILERS.join(", ")}` },
        {
          field: "dayOfWeek",
          message: "must be one or more of sun, mon, tue, wed, thu, fri, sat, with commas between them",
        },
      ],
    }),
  );
});

const value = (key: string | null, scans: number, clicks = 0, robots = 0): PartRow => ({
  ...zeroVisits(),
  key,
  ...{ name: null, publicName: null, linkName: null },
  scans,
  clicks,
  robots,
  visitors: scans + clicks,
});
const none = (): ReportNumbers => ({ ...zeroVisits(), visitors: 0 });
/** The keys of a breakdown with the people of each. */
const rows = (
  by: Parameters<typeof rowsOf>[0],
  values: PartRow[],
  totals: ReportNumbers = { ...sumOf(values), visitors: null },
) =>
  rowsOf(by, values, totals).map(({ key, scans, clicks, robots }) => `${key} ${scans}+${clicks}, ${robots}`);

test("a breakdown is sorted by people, then programs, with the rest last and without empty rows", () => {
  const values = [value("a", 1), value(null, 9), value("b", 0, 2), value("c", 1, 0, 1), value("d", 0)];
  expect(rows("country", values)).toEqual(["b 0+2, 0", "c 1+0, 1", "a 1+0, 0", "rest 9+0, 0"]);
  expect(rowsOf("link", [{ ...value("a", 1), name: "Soups" }], none())).toEqual([
    { ...value("a", 1), name: "Soups" },
  ]);
  expect(rowsOf("link", [value("a", 1)], none())[0]).not.toHaveProperty("name");
});

test("visits without a value of a dimension have their own row", () => {
  const totals = { scans: 5, clicks: 4, robots: 3, previews: 2, visitors: 7 };
  expect(rows("qrCode", [value("a", 3)], totals)).toEqual(["none 2+4, 3", "a 3+0, 0"]);
  expect(rows("referrer", [value("news.example", 0, 3)], totals)).toEqual([
    "none 5+1, 0",
    "news.example 0+3, 0",
  ]);
  expect(rowsOf("device", [{ ...value("phone", 1, 0, 7), previews: 2 }], totals)).toEqual([
    {
      key: "phone",
      publicName: null,
      linkName: null,
      scans: 1,
      clicks: 0,
      robots: 0,
      previews: 0,
      visitors: 1,
    },
  ]);
  expect(rows("visitor", [], totals)).toEqual(["person 5+4, 0", "robot 0+0, 3", "preview 0+0, 0"]);
  expect(plus(totals, totals)).toEqual({ scans: 10, clicks: 8, robots: 6, previews: 4 });
  expect(plus(totals, totals, -1)).toEqual(zeroVisits());
});
