import { join } from "node:path";
import type { Env } from "../../src/env.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { fillLinks } from "../links/many-links.ts";
import { issueKey } from "../service.ts";
import { fillCounters } from "../visits/counter-fill.ts";
import { ask, fillNews, questions } from "../visits/questions.ts";
import { median } from "./statistics.ts";
import { withNewDatabase } from "./storage.ts";

/** The number of links, of visited links, and of visits per day in a database. */
export interface CounterSize {
  links: number;
  visited: number;
  daily: number;
}

/** The rows and time of a query, for a number of links and counters. */
export interface CounterTime {
  name: string;
  links: number;
  /** Rows of links in the last 30 days. */
  linkDays: number;
  /** Rows read, as D1 counts and bills them. */
  rows: number;
  /** The median over the rounds, of the whole verb with all its queries. */
  milliseconds: number;
}

/** Counters are stored for 90 days. The clock of the queries is at noon of the last day. */
const DAYS = 90;
const NOW = new Date("2026-11-21T12:00:00.000Z");

/** Runs the queries of the dashboard and the API on databases of these sizes. */
export async function measureCounters(
  directory: string,
  { sizes, rounds }: { sizes: readonly CounterSize[]; rounds: number },
  progress: (line: string) => void,
): Promise<CounterTime[]> {
  d1Limit.milliseconds = 600_000;
  const times: CounterTime[] = [];
  for (const size of sizes) {
    const storage = join(directory, `counters-${size.links}-${size.daily}`);
    times.push(
      ...(await withNewDatabase(storage, async (db) => {
        await fill(db, size, progress);
        return measure(db, size, rounds, progress);
      })),
    );
  }
  return times;
}

async function fill(
  db: D1Database,
  { links, visited, daily }: CounterSize,
  progress: (line: string) => void,
): Promise<void> {
  progress(`Filling the database with ${links} links`);
  for (const organization of ["acme", "globex"]) {
    await issueKey(db, { organization, createProjects: ["main", "shop", "rare"] });
  }
  await fillLinks(db, links);
  await fillNews(db, { links: Math.min(links, 20_000), at: new Date(NOW.getTime() - DAY_MS) });
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(NOW.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  await fillCounters(db, { days, daily, visited, apart: Math.floor(links / visited) }, (day) =>
    progress(`Counters of ${day}`),
  );
}

/** Runs each query several times. */
async function measure(
  db: D1Database,
  { links }: CounterSize,
  rounds: number,
  progress: (line: string) => void,
): Promise<CounterTime[]> {
  const linkDays =
    (await db
      .prepare(
        "SELECT count(*) AS n FROM visit_days WHERE day > ?1 AND organization_id = 'acme' AND link_id > ''",
      )
      .bind(dayOf(new Date(NOW.getTime() - 30 * DAY_MS)))
      .first<number>("n")) ?? 0;
  // The verbs of these queries use no other binding.
  const env = { DB: db } as Env;
  const times: CounterTime[] = [];
  // Lists of links are measured separately, in link-counts.ts.
  for (const [name, question] of Object.entries(questions()).filter(([name]) => !name.startsWith("links:"))) {
    progress(name);
    const asked = [];
    for (let round = 0; round < rounds; round++) asked.push(await ask(env, question, NOW));
    const milliseconds = median(asked.map((each) => each.milliseconds));
    const rows = Math.max(...asked.map((each) => each.rows));
    times.push({ name, links, linkDays, rows, milliseconds });
  }
  return times;
}
