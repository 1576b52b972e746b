import { beforeEach, describe, expect, test } from "vitest";
import { rowSections } from "../../src/extras/exports/row-sections.ts";
import { readVisits, type VisitPlace } from "../../src/extras/exports/visit-rows.ts";
import { sumOfRows } from "../../src/features/visits/sum-rows.ts";
import type { MovedRow } from "../../src/features/visits/visit-archives.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { canonicalJson } from "../../src/ground/core/json.ts";
import { fillLinkId } from "../links/many-links.ts";
import type { Json } from "../requests.ts";
import { moveOld, rollUp, storeOldVisits } from "../visits/old-visits.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "../visits/visit-tables.ts";

const { env } = await startCounters();
const { DB: db, QR_IMAGES: bucket } = env;
const sources = { db, oldVisits: visitArchives(bucket) };
const FIRST = Date.parse("2023-10-01");
const days = Array.from({ length: 1_100 }, (_, day) => dayOf(new Date(FIRST + day * DAY_MS)));

const COUNTERS = ["visit_days", "visit_hours", "visit_months"];
beforeEach(async () => {
  await emptyCounters(db);
  await storeOldVisits(env);
});

/** The lines of `visits.csv`. */
async function daily(): Promise<string[]> {
  const all: string[] = [];
  let place: VisitPlace | null = { project: "", link: "", day: "~" };
  while (place) {
    const page: Awaited<ReturnType<typeof readVisits>> = await readVisits(sources, "acme", days, place);
    all.push(...page.visits.map(canonicalJson));
    place = page.next;
  }
  return all.sort();
}

/** The rows of counters in the archive, by their key. */
async function counters(): Promise<string[]> {
  const logos = { read: async () => null, readDrawn: async () => null, next: async () => undefined };
  const exported = { id: "exp_1", organizationId: "acme", createdAt: "2026-09-20T12:00:00.000Z" };
  const [section] = rowSections(exported as never, days, { ...sources, logos: logos as never });
  const lines: Json[] = [];
  for (let cursor: string | null = ""; cursor !== null && section; ) {
    const page: Awaited<ReturnType<typeof section.page>> = await section.page(cursor, []);
    lines.push(
      ...String(page.content)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    );
    cursor = page.next;
  }
  return lines
    .filter(({ table }) => COUNTERS.includes(table))
    .map(({ counts, totals, apart, ...row }) => ({
      ...row,
      ...parsed({ counts, totals, apart: apart ?? "{}" }),
    }))
    .map(canonicalJson)
    .sort();
}
const parsed = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text && JSON.parse(text)]));

describe("an export has old months that are in R2", () => {
  test("as if they were in D1", async () => {
    const before = [await daily(), await counters()];
    expect(before.map((rows) => rows.length)).toEqual([
      expect.toSatisfy((n) => n > 100),
      expect.toSatisfy((n) => n > 30),
    ]);
    await moveOld(env, { bytes: 500 });
    expect(
      await rowsOf(
        db,
        "SELECT count(DISTINCT link_id) FROM visit_months WHERE month < '2025' AND organization_id = 'acme'",
      ),
    ).toEqual([[2]]);
    expect([await daily(), await counters()]).toEqual(before);
  });

  test("with late visits, each row once", async () => {
    const late = [
      { linkId: LINK.second, hour: "2024-02-29T15", country: "DE", visits: 7 },
      { linkId: LINK.second, hour: "2024-07-30T15", qr: "default", visits: 2 },
      { linkId: fillLinkId(8), hour: "2024-03-01T15" },
    ];
    await storeAll(db, late);
    await rollUp(db);
    const whole = [await daily(), await counters()];
    await emptyCounters(db);
    await storeOldVisits(env);
    await moveOld(env);
    await storeAll(db, late);
    await rollUp(db);
    expect([await daily(), await counters()]).toEqual(whole);
  });

  test("page by page, where a page of a link is not all of it", { tags: "all" }, async () => {
    const kinds = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `A${String.fromCharCode(65 + n)} phone`,
        Array.from({ length: 31 }, (_, day) => day + 1),
      ]),
    );
    const counts = JSON.stringify(
      Object.fromEntries(Array.from({ length: 30 }, (_, code) => [`code-${code}`, kinds])),
    );
    await db
      .prepare(
        "UPDATE visit_months SET counts = ?1 WHERE month = '2023-12' AND organization_id = 'acme' AND link_id <> ''",
      )
      .bind(counts)
      .run();
    const before = [await daily(), await counters()];
    expect(before[0]?.length).toBeGreaterThan(7 * 27_900);
    await moveOld(env);
    expect([await daily(), await counters()]).toEqual(before);
  });
});

test("an archive has each row of counters once, whatever length they have", async () => {
  const long = JSON.stringify({ "": { [`US ${"x".repeat(300_000)}`]: "A" } });
  await db
    .prepare("UPDATE visit_months SET counts = ?1 WHERE organization_id = 'acme' AND link_id <> ''")
    .bind(long)
    .run();
  const keys = (await counters()).map((line) => {
    const { counts: _, totals: __, apart: ___, ...row } = JSON.parse(line);
    return JSON.stringify(row);
  });
  expect(new Set(keys).size).toBe(keys.length);
});

describe("the sum of rows with the same key", () => {
  const row = (counts: object, totals: object = {}, apart: object = {}, visitors: object = {}): MovedRow => ({
    ...{ month: "2024-02", link_id: "lnk_1", retailer: "custom" },
    ...{
      counts: JSON.stringify(counts),
      totals: JSON.stringify(totals),
      apart: JSON.stringify(apart),
      visitors: JSON.stringify(visitors),
    },
  });

  test("has all days, in both forms of numbers", () => {
    const apart = { referrer: { clicks: { "a.example": { 0: 1 } } } };
    const one = row({ "": { "US phone": "A2C" } }, {}, apart, { "": "A" });
    const other = row(
      { "": { "US phone": { 2: 3 }, "US robot": "e" }, poster: { "DE tablet": [0, 4] } },
      {},
      {},
      { "": "A2B", poster: "B" },
    );
    expect(sumOfRows(one, other)).toEqual(
      row({ "": { "US phone": "A2C4", "US robot": "e" }, poster: { "DE tablet": [0, 4] } }, {}, apart, {
        "": "A3B",
        poster: "B",
      }),
    );
  });

  test("has sums where one of them has: those of the first version", () => {
    const old = row({ "": { "US phone": { 2: 3 } } }, { qrCode: { "": { clicks: { 2: 3, 5: 1 } } } });
    const late = row({ "": { "US phone": "C", "US robot": "D" } }, { rest: { poster: { scans: "B" } } });
    const totals = { qrCode: { "": { clicks: "C4F", robots: "D" }, poster: { scans: "B" } } };
    expect(sumOfRows(old, late)).toEqual(row({ "": { "US phone": "C4", "US robot": "D" } }, totals));
    expect(JSON.parse(sumOfRows(late, old).totals)).toEqual(totals);
  });
});
