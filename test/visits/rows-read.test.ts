import { beforeAll, expect, test } from "vitest";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { planReport, type RequestedParts } from "../../src/features/visits/report-plan.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { type CheckedFilter, checkedFilter } from "../../src/features/visits/visit-filter.ts";
import type { VisitRange } from "../../src/features/visits/visit-range.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { UTC } from "../../src/ground/core/zone.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { post } from "../requests.ts";
import { type SharedService, useService } from "../use-service.ts";
import { DAYS, FIRST_DAY, fill } from "./many-counters.ts";

const LINKS = 2;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const MONTH = {
  from: new Date(FIRST_DAY),
  to: new Date(FIRST_DAY + DAYS * DAY_MS),
  interval: "day" as const,
  zone: UTC,
};

let service: SharedService;
const linkIds: string[] = [];
/** What each question reads of few counters, and of many that are alike in all but their number. */
let few: Answers;
let many: Answers;
beforeAll(async () => {
  // What is counted are rows: a slow machine may take its time.
  d1Limit.milliseconds = 60_000;
  service = await useService({}, "acme");
  const key = await service.issueKey();
  for (let number = 0; number < LINKS; number++) {
    linkIds.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  }
  // A step that shares no factor with the kinds meets every hour, country, device and code of a day.
  expect(await fill(service.env.DB, linkIds, 101)).toBeLessThan(11_000);
  few = await askEverything();
  expect(await fill(service.env.DB, linkIds, 7)).toBeGreaterThan(100_000);
  many = await askEverything();
}, 600_000);

interface Answers {
  statistics: Record<string, number>;
  reports: ReportRead[];
  combined: ReportRead;
}

async function askEverything(): Promise<Answers> {
  const [link = ""] = linkIds;
  const reports: ReportRead[] = [];
  for (const filter of [{}, { country: "AA" }, { device: "phone" }, { link }]) {
    reports.push(await askReport(checkedFilter(filter)));
  }
  const combined = await askReport(checkedFilter({ link, country: "AA", device: "phone" }));
  return { statistics: await askStatistics(), reports, combined };
}

/** How many rows each question of the API reads. */
async function askStatistics(): Promise<Record<string, number>> {
  const [link = ""] = linkIds;
  const answers: Record<string, number> = {};
  for (const [name, filter] of Object.entries({ project: {}, link: { link } })) {
    for (const by of [null, "country", "device", "retailer", "link", "qrCode"] as const) {
      const { rows } = await askReport(checkedFilter(filter), MONTH, { by: by ? [by] : [] });
      answers[`${name}, 30 days${by ? ` by ${by}` : ""}`] = rows;
    }
    const hours = { ...MONTH, to: new Date(FIRST_DAY + DAY_MS), interval: "hour" as const };
    answers[`${name}, 24 hours`] = (await askReport(checkedFilter(filter), hours, { by: [] })).rows;
  }
  return answers;
}

interface ReportRead {
  rows: number;
  /** Parts of the report that were too many rows to read, and the others. */
  refused: number;
  told: number;
}

/** How many rows a report reads; unless the caller says otherwise, a whole one of the dashboard. */
async function askReport(
  filter: CheckedFilter,
  range: VisitRange = MONTH,
  asked: RequestedParts = { by: DIMENSIONS, compare: "previous" },
): Promise<ReportRead> {
  const { db, taken } = countedD1(service.env.DB);
  const { parts } = planReport(filter, range, asked, NOW);
  // A report of a link reads its project only.
  const projects = filter.linkId === null ? ("all" as const) : ["main"];
  const scope = { organizationId: "acme", projects, filter, links: null };
  const found = await visitReportStore(db, visitArchives(service.env.QR_IMAGES)).read(
    scope,
    parts,
    NOW.getTime(),
  );
  const refused = found.parts.filter((part) => part === null).length;
  return { rows: taken().read, refused, told: found.parts.length - refused };
}

test("design: a query reads rows in proportion to its result, not to all counters", () => {
  // A filter that few visits fit has fewer codes to name.
  const most = (answers: Answers) => answers.reports.map(({ rows }) => rows);
  expect(many.statistics).toEqual(few.statistics);
  expect(most(many).map((rows, index) => rows - (most(few)[index] ?? 0) <= 100)).toEqual(
    most(many).map(() => true),
  );
  expect(Math.max(...most(many))).toBeLessThan(15_000);
});

test("design: combined filters read a link's counts of each day", () => {
  expect(many.combined.refused).toBe(0);
  expect(many.combined.rows).toBeLessThan(500);
});
