import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { d1Limit } from "../../src/platform/d1.ts";
import { type CheckedFilter, checkedFilter } from "../../src/visits/filter.ts";
import { questionsOf } from "../../src/visits/report-answers.ts";
import { MOST_ROWS } from "../../src/visits/report-queries.ts";
import { visitReportStore } from "../../src/visits/report-store.ts";
import { DIMENSIONS } from "../../src/visits/statistics.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { DAY_MS, DAYS, FIRST_DAY, fill, metered } from "./many-counters.ts";

let service: Service;
const linkIds: string[] = [];
beforeAll(async () => {
  // What is counted are rows: a slow machine may take its time.
  d1Limit.milliseconds = 60_000;
  service = await startService();
  const key = await service.issueKey();
  for (let number = 0; number < 2; number++) {
    linkIds.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  }
});
afterAll(() => service.close());

const NOW = new Date("2026-11-21T12:00:00.000Z");
const RANGE = {
  from: new Date(FIRST_DAY),
  to: new Date(FIRST_DAY + DAYS * DAY_MS),
  interval: "day" as const,
};

/** How many rows a whole report reads, and which of its parts were too many to read. */
async function ask(filter: CheckedFilter): Promise<{ rows: number; refused: number; told: number }> {
  const { db, read } = metered(service.env.DB);
  const { parts } = questionsOf(filter, RANGE, { by: DIMENSIONS, week: true }, NOW);
  const scope = { organizationId: "acme", projectId: null, filter };
  const found = await visitReportStore(db).read(scope, parts, newId("vis", NOW));
  const refused = found.parts.filter((part) => part === null).length;
  return { rows: read.rows, refused, told: found.parts.length - refused };
}

/** One after the other: together they would wait for each other. */
async function askAll(filters: readonly CheckedFilter[]) {
  const answers = [];
  for (const filter of filters) answers.push(await ask(filter));
  return answers;
}

test("design: a report from totals reads rows by its answer, and one from counters never more than its bound", {
  timeout: 600_000,
}, async () => {
  const [link = ""] = linkIds;
  const filters = [{}, { country: "AA" }, { device: "phone" }, { link }].map(checkedFilter);
  const combined = checkedFilter({ link, country: "AA", device: "phone" });
  await fill(service.env.DB, linkIds, 101);
  const few = await askAll(filters);
  expect(await ask(combined)).toMatchObject({ refused: 0 });
  expect(await fill(service.env.DB, linkIds, 7)).toBeGreaterThan(2 * MOST_ROWS);
  const many = await askAll(filters);
  expect(many).toEqual(few);
  expect(Math.max(...many.map(({ rows }) => rows))).toBeLessThan(60_000);
  const bounded = await ask(combined);
  // The period before has no counters.
  expect(bounded.told).toBe(1);
  // D1 counts four reads for each counter: itself, its link, and twice its row of the temporary table.
  expect(bounded.rows / bounded.refused).toBeLessThan(4.1 * MOST_ROWS);
});
