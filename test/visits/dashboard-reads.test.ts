import { afterAll, beforeAll, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { MAX_LINK_DAYS } from "../../src/features/visits/report-plan.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { fillLinks } from "../links/many-links.ts";
import { type Service, startService } from "../service.ts";
import { fillCounters } from "./counter-fill.ts";
import { ask, fillNews, questions } from "./questions.ts";

/**
 * What the screens of links, overview and visits and the API's operations about visits read does not grow with links and
 * counters: it is held against a bound, and the same with ten times as many.
 */

const NOW = new Date("2026-11-21T12:00:00.000Z");
const DAYS = Array.from({ length: 31 }, (_, index) =>
  new Date(NOW.getTime() - (30 - index) * DAY_MS).toISOString().slice(0, 10),
);
/** The links and counters of each service, by those of the first. */
const TIMES = [1, 10];
const services: Service[] = [];
beforeAll(async () => {
  // What is counted are rows: a slow machine may take its time.
  d1Limit.milliseconds = 60_000;
  for (const _ of TIMES) services.push(await startService());
  await Promise.all(TIMES.map((times, index) => fill(services[index], times)));
}, 120_000);
afterAll(() => Promise.all(services.map((service) => service.close())));

async function fill(service: Service | undefined, times: number): Promise<void> {
  if (!service) throw new Error("the service was not started");
  const { DB } = service.env;
  for (const organization of ["acme", "globex"]) {
    await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
  }
  await fillLinks(DB, 1_000 * times);
  await fillNews(DB, { links: 1_000 * times, at: new Date(NOW.getTime() - DAY_MS) });
  await fillCounters(DB, { days: DAYS, daily: 100 * times, visited: 200 * times, apart: 5 });
  for (let run = 0; run < 3; run++) await rollUpVisits({ db: DB, now: () => NOW });
  await writeSheets({ db: DB, oldVisits: visitArchives(service.env.QR_IMAGES), now: () => NOW });
}

/** The rows of links of the current day, sheets, and periods, which each statement reads again. */
const RANKING = 5_000;
/** The rows of links that one question reads at most, which are counted first. */
const FILTERED = 2 * MAX_LINK_DAYS;
const ATTENTION = 5_000;
/** Series, and breakdowns by device, country and retailer: the totals of their days. */
const TOTALS = 20_000;

function boundOf(name: string): number {
  if (name.startsWith("links:")) return 1_500;
  if (/(country|device|retailer)$/.test(name) && name.startsWith("visits:")) return FILTERED + TOTALS;
  if (name.startsWith("overview:")) return 2 * RANKING + ATTENTION + TOTALS;
  if (/by (link|qrCode)$/.test(name)) return RANKING + TOTALS;
  return name.startsWith("API:") ? TOTALS : 2 * RANKING + TOTALS;
}

/** What reads the same rows already of few links and counters, but for how many blocks a search has. */
const isSame = (name: string): boolean =>
  name.startsWith("links:") || (name.startsWith("API:") && /by (day|device|visitor|retailer)$/.test(name));

test("design: dashboard queries read a bounded number of rows", async () => {
  for (const [name, question] of Object.entries(questions())) {
    const rows = [];
    for (const { env } of services) rows.push(await ask(env, question, NOW));
    const [few = 0, many = 0] = rows.map((each) => each.rows);
    expect([name, many < boundOf(name)]).toEqual([name, true]);
    if (isSame(name)) expect([name, many < 1.2 * few + 100]).toEqual([name, true]);
  }
}, 100_000);
