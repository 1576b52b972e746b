import { expect } from "vitest";
import { type Asked, daysAgo } from "./asked-visits.ts";
import { type PlainFilter, type PlainVisits, plainSums, plainTotal } from "./plain-counts.ts";

const parametersOf = ({ ...filter }: PlainFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Rows as the API tells them: without the people's numbers of what is no person. */
function expected(visits: readonly PlainVisits[], by: string, filter: PlainFilter) {
  const total = plainTotal(visits, filter);
  const keyOf = (visit: PlainVisits): string | null => {
    if (by === "qrCode") return visit.qr === "" ? "none" : `qr_${visit.linkId}_${visit.qr}`;
    if (by === "device") return visit.visitor === "person" ? visit.device : null;
    if (by === "link") return visit.linkId;
    return by === "country" ? visit.country : visit.retailer;
  };
  const rows =
    by === "visitor" ? [] : Array.from(plainSums(visits, filter, keyOf), ([key, sum]) => ({ key, ...sum }));
  return { total, rows: rows.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

async function expectSame({ visits, ask }: Asked, by: string, filter: PlainFilter): Promise<void> {
  const { total, rows } = expected(visits, by, filter);
  const answer = await ask({ ...parametersOf(filter), by });
  const told = (answer.rows ?? []).map(({ name: _, ...row }) => row).sort((a, b) => (a.key < b.key ? -1 : 1));
  expect([by, filter, answer.totals]).toEqual([by, filter, total]);
  if (by !== "visitor") expect([by, filter, told]).toEqual([by, filter, rows]);
}

const BY = ["qrCode", "country", "device", "visitor", "link", "retailer"];
const ranges = () => [
  { from: daysAgo(85), to: daysAgo(1) },
  { from: daysAgo(210), to: daysAgo(0) },
];

/** Each way to break visits down, to narrow and to group them. */
export async function expectEveryQuestion(asked: Asked): Promise<void> {
  const { links, visits, ask } = asked;
  const [link] = links;
  for (const range of ranges()) {
    for (const by of BY) {
      for (const filter of [{}, { projectId: "main" }, { linkId: link?.id ?? "" }]) {
        await expectSame(asked, by, { ...range, ...filter });
      }
    }
    for (const interval of ["day", "week", "month"]) {
      const { buckets = [], totals } = await ask({ ...range, interval });
      expect(totals).toEqual(plainTotal(visits, range));
      expect(buckets.reduce((sum, { scans }) => sum + scans, 0)).toBe(totals.scans);
    }
    for (const filter of [{ country: "DE" }, { device: "phone" }, { retailer: "custom" }]) {
      for (const by of ["visitor", Object.keys(filter)[0] === "device" ? "retailer" : "visitor"]) {
        await expectSame(asked, by, { ...range, ...filter });
      }
    }
    for (const qrCode of ["default", "poster"]) {
      await expectSame(asked, "visitor", { ...range, qrCode: `qr_${link?.id}_${qrCode}` });
    }
  }
  const { buckets = [] } = await ask({ from: daysAgo(9), to: daysAgo(0), interval: "hour" });
  const hours = plainSums(visits, { from: daysAgo(9), to: daysAgo(0) }, ({ hour }) => `${hour}:00:00.000Z`);
  for (const { start, ...numbers } of buckets) {
    expect([start, numbers]).toEqual([
      start,
      hours.get(start) ?? { scans: 0, clicks: 0, robots: 0, previews: 0 },
    ]);
  }
}

/** Filters together. */
export async function expectCrossFilters(asked: Asked): Promise<void> {
  const { links } = asked;
  const [link] = links;
  const code = `qr_${link?.id}_poster`;
  const filters: Omit<PlainFilter, "from" | "to">[] = [
    { country: "CA", device: "phone" },
    { country: "US", retailer: "custom" },
    { country: "DE", dayOfWeek: "sat,sun" },
    { device: "tablet", dayOfWeek: "mon" },
    { country: "FR", device: "desktop", retailer: "marketplace", projectId: "main" },
    { linkId: link?.id ?? "", country: "US", device: "phone" },
    { linkId: link?.id ?? "", qrCode: code, country: "CA" },
    { linkId: link?.id ?? "", device: "other", dayOfWeek: "tue,wed,thu" },
  ];
  for (const range of ranges())
    for (const filter of filters)
      for (const by of ["qrCode", "device", "link"]) await expectSame(asked, by, { ...range, ...filter });
}
