import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { planReport } from "../../src/features/visits/report-plan.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import type { Dimension } from "../../src/features/visits/statistics.ts";
import { checkedFilter, type VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { rangeOf } from "../../src/features/visits/visit-range.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { UTC } from "../../src/ground/core/zone.ts";
import { fillLinkId } from "../links/many-links.ts";
import { NOW } from "./ask-reports.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;

interface AskedRows {
  filter: VisitFilter;
  /** The links that have the tag of the filter. */
  tagged?: readonly string[];
  by?: readonly Dimension[];
  /** The most rows of links that are read. */
  most?: number;
}

/** The parts that answer what is asked of all projects of acme. */
const partsOf = (from: string, to: string, { filter, by = ["link"] }: AskedRows) =>
  planReport(checkedFilter(filter), rangeOf({ from, to, interval: "day" }, UTC, NOW), { by }, NOW).parts;

async function read(parts: ReturnType<typeof partsOf>, { filter, tagged, most = 1_000 }: AskedRows) {
  const links = tagged ? new Map(tagged.map((id) => [id, "main"])) : null;
  const subject = { organizationId: "acme", projects: "all" as const, filter: checkedFilter(filter), links };
  return (await visitReportStore(db, { most }).read(subject, parts, newId("vis", NOW))).parts;
}

/** The names of links with their clicks on three days; null where too much would be read. */
async function clicks(asked: AskedRows, from = "2026-09-10", to = "2026-09-12") {
  const rows = (await read(partsOf(from, to, asked), asked)).at(-1);
  return rows?.map(({ name, clicks }) => `${name}: ${clicks}`) ?? null;
}

beforeAll(async () => {
  const name = db.prepare("UPDATE links SET name = ?2 WHERE id = ?1");
  await db.batch(Object.entries(LINK).map(([text, id]) => name.bind(id, text)));
});
beforeEach(() => emptyCounters(db));

test("each part of a report has its own days", async () => {
  await storeAll(
    db,
    [10, 11, 12].map((day) => ({ linkId: LINK.second, hour: `2026-09-${day}T10`, visits: day })),
  );
  const asked = { filter: {}, by: [] };
  const parts = [
    ...partsOf("2026-09-10", "2026-09-12", asked),
    ...partsOf("2026-09-10", "2026-09-11", asked),
    ...partsOf("2026-09-11", "2026-09-12", asked),
  ];
  const found = await read(parts, asked);
  expect(found.map((part) => part?.map((row) => row.clicks))).toEqual([
    [12, 11, 10],
    [11, 10],
    [12, 11],
  ]);
});

describe("rows of links are read up to a limit, and above it the result is too_many", () => {
  const ALL = ["second: 6", "fourth: 3", "third: 1"];
  const TAGGED = ["second: 6", "third: 1"];
  const second = Array.from({ length: 3 }, (_, day) => ({ linkId: LINK.second, day: 10 + day, visits: 2 }));
  const fourth = second.map(({ day }) => ({ linkId: LINK.fourth, day, visits: 1 }));
  beforeEach(() =>
    storeAll(
      db,
      [...second, ...fourth, { linkId: LINK.third, day: 10, visits: 1 }].map(({ day, ...visits }) => ({
        ...visits,
        hour: `2026-09-${day}T10`,
      })),
    ),
  );

  test("of all links: counts existing rows", async () => {
    const asked = { filter: { country: "US" } };
    expect(await clicks({ ...asked, most: 7 })).toEqual(ALL);
    expect(await clicks({ ...asked, most: 6 })).toBeNull();
  });

  test("of links with a tag: counts links times days, or all rows", async () => {
    const tagged = [LINK.second, LINK.third];
    const asked = { filter: { tag: "summer" }, tagged };
    expect(await clicks({ ...asked, most: 6 })).toEqual(TAGGED);
    expect(await clicks({ ...asked, most: 5 })).toBeNull();
    const many = [...tagged, ...[11, 12, 13, 14].map(fillLinkId)];
    expect(await clicks({ ...asked, tagged: many, most: 7 })).toEqual(TAGGED);
    expect(await clicks({ ...asked, tagged: many, most: 6 })).toBeNull();
    expect(await clicks({ ...asked, tagged: [LINK.third] })).toEqual(["third: 1"]);
  });
});

describe("of days in a rolled-up month", () => {
  const FROM_TO = ["2025-10-01", "2025-10-31"] as const;
  beforeEach(() =>
    db.batch(
      ["", LINK.second, LINK.fourth].map((id) =>
        db
          .prepare(
            `INSERT INTO visit_months VALUES ('2025-10', 'acme', 'main', ?1, 'custom', '{"":{"US phone":{"0":1}}}',
              '{"qrCode":{"":{"clicks":{"0":1}}}}', '{}')`,
          )
          .bind(id),
      ),
    ),
  );

  test("reads the month: of projects, of all links, and of links with a tag", async () => {
    expect(await clicks({ filter: {}, by: [] }, ...FROM_TO)).toEqual(["null: 1"]);
    expect(await clicks({ filter: { country: "US" } }, ...FROM_TO)).toEqual(["second: 1", "fourth: 1"]);
    const tag = { filter: { tag: "summer" }, tagged: [LINK.fourth] };
    expect(await clicks(tag, ...FROM_TO)).toEqual(["fourth: 1"]);
  });

  test("each of its rows counts as four", async () => {
    const asked = { filter: { country: "US" } };
    expect(await clicks({ ...asked, most: 8 }, ...FROM_TO)).toEqual(["second: 1", "fourth: 1"]);
    expect(await clicks({ ...asked, most: 7 }, ...FROM_TO)).toBeNull();
    const tag = { filter: { tag: "summer" }, tagged: [LINK.fourth] };
    expect(await clicks({ ...tag, most: 8 }, ...FROM_TO)).toEqual(["fourth: 1"]);
    expect(await clicks({ ...tag, most: 7 }, ...FROM_TO)).toBeNull();
  });
});
