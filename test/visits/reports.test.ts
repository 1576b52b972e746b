import { beforeAll, describe, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import type { Dimension } from "../../src/features/visits/dimensions.ts";
import type { VisitReport } from "../../src/features/visits/get-visit-report.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { fillLinkId } from "../links/many-links.ts";
import type { SharedService } from "../use-service.ts";
import { type AskedReport, askReport, LONG, NOW, RECENT } from "./ask-reports.ts";
import { type PlainFilter, type PlainVisits, plainSums, plainTotal } from "./plain-counts.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const TAGGED = [4, 8, 12, 16, 20, 24].map(fillLinkId);
const DAYS = [
  "2026-09-10",
  "2026-09-12",
  "2026-09-13",
  "2026-06-01",
  "2026-03-31",
  "2025-08-20",
  "2025-08-19",
];

const OF_LINK = new Map([
  [LINK.first, { projectId: "rare", retailer: "grocer_a" }],
  [LINK.second, { projectId: "main", retailer: "custom" }],
  [LINK.third, { projectId: "main", retailer: "bigbox_w" }],
]);
const LINKS = [LINK.first, LINK.second, LINK.third, ...TAGGED];
/** Visits of each link on each day, of which two have anything in common with few others. */
const VISITS = DAYS.flatMap((day, ofDay) =>
  LINKS.flatMap((linkId, ofLink) =>
    Array.from({ length: 4 }, (_, index): PlainVisits => {
      const number = ofDay * 11 + ofLink * 5 + index;
      const { projectId = "main", retailer = "custom" } = OF_LINK.get(linkId) ?? {
        projectId: linkId === fillLinkId(20) ? "shop" : "main",
        retailer: linkId === fillLinkId(12) || linkId === fillLinkId(24) ? "bigbox_w" : "custom",
      };
      const visitor = number % 5 === 0 ? "robot" : number % 7 === 0 ? "preview" : "person";
      return {
        ...{ linkId, projectId, retailer, visitor, visits: 1 + (number % 3) },
        qr: linkId === LINK.second && index > 1 ? "front" : "",
        hour: `${day}T${String((number * 5) % 24).padStart(2, "0")}`,
        country: ["US", "CA", "DE"][number % 3] ?? "XX",
        device: visitor === "person" ? ((["phone", "desktop"] as const)[number % 2] ?? "other") : "other",
      };
    }),
  ),
);

let service: SharedService;
let db: D1Database;
const keep = async () => {
  for (let run = 0; run < 3; run++) await rollUpVisits({ db, now: () => NOW });
};

beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  await db.batch([
    db.prepare("UPDATE links SET public_name = 'Soups', name = 'Soup' WHERE id = ?1").bind(LINK.second),
    db
      .prepare(
        `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
        VALUES (?1, 'front', 'Poster', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
      )
      .bind(LINK.second),
  ]);
});

const ask = (asked?: AskedReport) => askReport(service.env, asked);
type Numbers = Record<"scans" | "clicks" | "robots" | "previews", number>;
const numbersOf = ({ scans, clicks, robots, previews }: Numbers) => ({ scans, clicks, robots, previews });
/** The rows of a breakdown by their keys; null where there is no answer. */
const rowsBy = ({ breakdowns }: VisitReport, by: Dimension) => {
  const answer = breakdowns.find((each) => each.by === by)?.answer;
  if (!answer || "unanswered" in answer) return null;
  return new Map(answer.rows.map((row) => [row.key, numbersOf(row)]));
};

const KEYS: Partial<Record<Dimension, (visit: PlainVisits) => string | null>> = {
  country: ({ country }) => country,
  device: ({ device, visitor }) => (visitor === "person" ? device : null),
  link: ({ linkId }) => linkId,
  retailer: ({ retailer }) => retailer,
  qrCode: ({ linkId, qr }) => (qr === "" ? "none" : `qr_${linkId}_${qr}`),
  visitor: ({ visitor }) => visitor,
};
const BY = Object.keys(KEYS) as Dimension[];

/** Holds what a report says to plain counting. */
async function expectAsCounted({ filter = {}, projects = "all", ...range }: AskedReport): Promise<void> {
  const report = await ask({ filter, by: BY, projects, ...range });
  const { link: linkId, tag, ...rest } = filter;
  const plain: PlainFilter = { ...RECENT, ...range, ...rest, ...(linkId !== undefined && { linkId }) };
  const reached = VISITS.filter((visit) => projects === "all" || projects.includes(visit.projectId)).filter(
    (visit) => tag === undefined || TAGGED.includes(visit.linkId),
  );
  expect(report.series).toMatchObject({ totals: plainTotal(reached, plain) });
  const { series } = report;
  const days = "buckets" in series ? series.buckets : [];
  expect(new Map(days.map((each) => [each.start.slice(0, 10), numbersOf(each)]))).toEqual(
    new Map([
      ...days.map(({ start }) => [start.slice(0, 10), numbersOf(plainTotal([], plain))] as const),
      ...plainSums(reached, plain, ({ hour }) => hour.slice(0, 10)),
    ]),
  );
  for (const by of BY) {
    const expected = plainSums(reached, plain, (visit) => KEYS[by]?.(visit) ?? null);
    const all = [...(rowsBy(report, by) ?? [])].filter(([, numbers]) =>
      Object.values(numbers).some((each) => each > 0),
    );
    expect([by, new Map(all)]).toEqual([by, expected]);
  }
}

const CODE = `qr_${LINK.second}_front`;
const FILTERS: VisitFilter[] = [
  {},
  { projectId: "main" },
  { projectId: "rare" },
  { link: LINK.second },
  { link: LINK.second, projectId: "main" },
  { qrCode: CODE },
  { qrCode: CODE, device: "phone" },
  { country: "US" },
  { country: "US", device: "desktop", retailer: "custom" },
  { device: "phone" },
  { retailer: "custom" },
  { tag: "summer" },
  { tag: "summer", country: "CA" },
  { dayOfWeek: "thu,sat" },
  { link: LINK.third, country: "US" },
];

describe("design: answered visits are shown", () => {
  beforeAll(async () => {
    await emptyCounters(db);
    await storeAll(db, VISITS.slice(20));
    await keep();
    // Some come when their days are in months already.
    await storeAll(db, VISITS.slice(0, 20));
    await storeAll(db, [{ linkId: "lnk_gone", hour: "2026-09-10T10" }]);
    await keep();
    // What is in no project of the organization is nobody's to see, whatever it is named.
    for (const [organization, project] of [
      ["'globex'", "project_id"],
      ["organization_id", "'gone'"],
    ])
      await db.batch([
        db.prepare(`INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
          SELECT day, ${organization}, ${project}, link_id, retailer, scans, clicks, robots,
          previews, taps, counts, totals, apart FROM visit_days WHERE organization_id = 'acme' AND project_id <> 'gone'
          ON CONFLICT DO UPDATE SET scans = scans + 1`),
        db.prepare(`INSERT INTO visit_months (month, organization_id, project_id, link_id, retailer, counts, totals, apart)
          SELECT month, ${organization}, ${project}, link_id, retailer, max(counts), max(totals), '{}' FROM visit_months
          WHERE organization_id = 'acme' AND project_id <> 'gone' GROUP BY 1, 2, 3, 4, 5`),
      ]);
  });

  test.each(FILTERS)("of recent days, filtered by %j", (filter) => expectAsCounted({ filter }));

  test.each(FILTERS)("of days and months, filtered by %j", (filter) => expectAsCounted({ filter, ...LONG }));

  test.each<[VisitFilter]>([[{}], [{ tag: "summer" }], [{ country: "US" }], [{ retailer: "custom" }]])(
    "for members limited to some projects, filtered by %j",
    async (filter) => {
      await expectAsCounted({ filter, projects: ["rare", "shop"] });
      await expectAsCounted({ filter, projects: ["main"], ...LONG });
    },
  );

  test("with the names of links and codes", async () => {
    const { breakdowns, link } = await ask({ by: ["link", "qrCode"] });
    const rowOf = (key: string) =>
      breakdowns
        .flatMap(({ answer }) => ("rows" in answer ? answer.rows : []))
        .find((row) => row.key === key);
    expect(link).toBeNull();
    expect(rowOf(LINK.second)).toMatchObject({ name: "Soup", publicName: "Soups", linkName: null });
    expect(rowOf(LINK.third)).toMatchObject({ name: "Campaign 3.0", publicName: null, linkName: null });
    expect(rowOf(CODE)).toMatchObject({ name: "Poster", publicName: "Soups", linkName: "Soup" });
    const narrowed = await ask({ filter: { qrCode: CODE } });
    expect(narrowed.link).toMatchObject({ name: "Soup", publicName: "Soups", codeName: "Poster" });
    const other = await ask({ filter: { country: "US" }, by: ["link", "qrCode"] });
    const names = other.breakdowns.flatMap(({ answer }) => ("rows" in answer ? answer.rows : []));
    expect(names.find(({ key }) => key === LINK.second)).toMatchObject({ name: "Soup", publicName: "Soups" });
    expect(names.find(({ key }) => key === CODE)).toMatchObject({
      ...{ name: "Poster", publicName: "Soups", linkName: "Soup" },
    });
  });
});
