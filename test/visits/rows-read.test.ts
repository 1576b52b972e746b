import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/days.ts";
import { newId } from "../../src/core/ids.ts";
import { d1Limit } from "../../src/platform/d1.ts";
import { type CheckedFilter, checkedFilter } from "../../src/visits/filter.ts";
import { periodsOf } from "../../src/visits/range.ts";
import { questionsOf } from "../../src/visits/report-answers.ts";
import { MOST_ROWS } from "../../src/visits/report-queries.ts";
import { visitReportStore } from "../../src/visits/report-store.ts";
import { DIMENSIONS } from "../../src/visits/statistics.ts";
import { type VisitScope, visitStatisticsStore } from "../../src/visits/statistics-store.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { DAYS, FIRST_DAY, fill, metered } from "./many-counters.ts";

const LINKS = 2;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const MONTH = {
  from: new Date(FIRST_DAY),
  to: new Date(FIRST_DAY + DAYS * DAY_MS),
  interval: "day" as const,
};

let service: Service;
const linkIds: string[] = [];
/** What each question reads of few counters, and of many that are alike in all but their number. */
let few: Answers;
let many: Answers;
beforeAll(async () => {
  // What is counted are rows: a slow machine may take its time.
  d1Limit.milliseconds = 60_000;
  service = await startService();
  const key = await service.issueKey();
  for (let number = 0; number < LINKS; number++) {
    linkIds.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  }
  // A step that shares no factor with the kinds meets every hour, country, device and code of a day.
  expect(await fill(service.env.DB, linkIds, 101)).toBeLessThan(11_000);
  few = await askEverything();
  expect(await fill(service.env.DB, linkIds, 7)).toBeGreaterThan(2 * MOST_ROWS);
  many = await askEverything();
}, 600_000);
afterAll(() => service.close());

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
  const { db, read } = metered(service.env.DB);
  const store = visitStatisticsStore(db);
  const before = newId("vis", new Date());
  const [linkId = ""] = linkIds;
  const project: VisitScope = { organizationId: "acme", projects: "all", linkId: null };
  const scopes: Record<string, VisitScope> = { project, link: { ...project, projects: ["main"], linkId } };
  const answers: Record<string, number> = {};
  for (const [name, scope] of Object.entries(scopes)) {
    const days = periodsOf(MONTH);
    for (const by of [null, "country", "device", "retailer", "link", "qrCode"] as const) {
      await store.read(scope, { periods: days, hours: false, by, before });
      answers[`${name}, 30 days${by ? ` by ${by}` : ""}`] = read.rows;
    }
    const to = new Date(FIRST_DAY + DAY_MS);
    const hours = periodsOf({ ...MONTH, to, interval: "hour" });
    await store.read(scope, { periods: hours, hours: true, by: null, before });
    answers[`${name}, 24 hours`] = read.rows;
  }
  return answers;
}

interface ReportRead {
  rows: number;
  /** Parts of the report that were too many rows to read, and the others. */
  refused: number;
  told: number;
}

/** How many rows a whole report of the dashboard reads. */
async function askReport(filter: CheckedFilter): Promise<ReportRead> {
  const { db, read } = metered(service.env.DB);
  const { parts } = questionsOf(filter, MONTH, { by: DIMENSIONS, week: true }, NOW);
  const scope = { organizationId: "acme", projectId: null, filter };
  const found = await visitReportStore(db).read(scope, parts, newId("vis", NOW));
  const refused = found.parts.filter((part) => part === null).length;
  return { rows: read.rows, refused, told: found.parts.length - refused };
}

test("design: what a question reads depends on its answer: the same rows of few counters and of many", () => {
  expect(many.statistics).toEqual(few.statistics);
  expect(Math.max(...Object.values(many.statistics))).toBeLessThan(10_000);
});

test("design: a report from totals reads rows by its answer, and one from counters never more than its bound", () => {
  expect(many.reports).toEqual(few.reports);
  expect(Math.max(...many.reports.map(({ rows }) => rows))).toBeLessThan(60_000);
  expect(few.combined).toMatchObject({ refused: 0 });
  // The period before has no counters.
  expect(many.combined.told).toBe(1);
  // D1 counts four reads for each counter: itself, its link, and twice its row of the temporary table.
  expect(many.combined.rows / many.combined.refused).toBeLessThan(4.1 * MOST_ROWS);
});
