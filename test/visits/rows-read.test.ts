import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { periodsOf } from "../../src/visits/range.ts";
import { type VisitScope, visitStatisticsStore } from "../../src/visits/statistics-store.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { DAY_MS, DAYS, FIRST_DAY, fill, metered } from "./many-counters.ts";

const LINKS = 2;

let service: Service;
const linkIds: string[] = [];
beforeAll(async () => {
  service = await startService();
  const key = await service.issueKey();
  for (let number = 0; number < LINKS; number++) {
    linkIds.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  }
});
afterAll(() => service.close());

/** How many rows each question reads. */
async function rowsRead(): Promise<Record<string, number>> {
  const { db, read } = metered(service.env.DB);
  const store = visitStatisticsStore(db);
  const before = newId("vis", new Date());
  const [linkId = ""] = linkIds;
  const project: VisitScope = { organizationId: "acme", projects: "all", linkId: null };
  const scopes: Record<string, VisitScope> = { project, link: { ...project, projects: ["main"], linkId } };
  const from = new Date(FIRST_DAY);
  const month = { from, to: new Date(FIRST_DAY + DAYS * DAY_MS) };
  const answers: Record<string, number> = {};
  for (const [name, scope] of Object.entries(scopes)) {
    const days = periodsOf({ ...month, interval: "day" });
    for (const by of [null, "country", "device", "retailer", "link", "qrCode"] as const) {
      await store.read(scope, { periods: days, hours: false, by, before });
      answers[`${name}, 30 days${by ? ` by ${by}` : ""}`] = read.rows;
    }
    await store.read(scope, {
      periods: periodsOf({ from, to: new Date(FIRST_DAY + DAY_MS), interval: "hour" }),
      hours: true,
      by: null,
      before,
    });
    answers[`${name}, 24 hours`] = read.rows;
  }
  return answers;
}

test("design: what a question reads depends on its answer: the same rows of 10,000 and of 1,000,000 counters", {
  timeout: 600_000,
}, async () => {
  // A step that shares no factor with the kinds meets every hour, country, device and code of a day.
  expect(await fill(service.env.DB, linkIds, 101)).toBeLessThan(11_000);
  const few = await rowsRead();
  expect(await fill(service.env.DB, linkIds, 1)).toBeGreaterThan(1_000_000);
  const many = await rowsRead();
  expect(many).toEqual(few);
  expect(Math.max(...Object.values(many))).toBeLessThan(2_000);
});
