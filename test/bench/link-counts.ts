import { join } from "node:path";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { fillLinks } from "../links/many-links.ts";
import { issueKey } from "../service.ts";
import { startService } from "./instances.ts";
import { type LoadRequest, runLoad } from "./load.ts";
import { creates, reads } from "./requests.ts";
import type { Instance } from "./start.ts";
import { median } from "./statistics.ts";
import { withNewDatabase } from "./storage.ts";

/** The time of one kind of request with a number of stored links. */
export interface LinkCountTime {
  name: string;
  links: number;
  /** The median over the rounds of each round's median, from the request to the end of the response. */
  milliseconds: number;
  /** The median over the rounds of the ratio to the time with the fewest links. */
  ratio: number;
  /** The minimum and maximum ratio of a round. */
  spread: [number, number];
}

export interface LinkCountSettings {
  /** Numbers of links, the fewest first. */
  counts: readonly number[];
  rounds: number;
  /** Requests per round. They are sent one after another, because times and not throughput are compared. */
  requests: number;
}

const list = (query: string) => ({
  next: (key: string) => reads([`/v1/links?limit=25&${query}`], key),
  status: 200,
});

/** Only the oldest link matches. Searches end after 250,000 links, and their first page is measured. */
const REQUESTS = {
  "GET link": { next: (key: string, links: number) => reads(pathsOf(links), key), status: 200 },
  "POST link": { next: (key: string) => creates(key), status: 201 },
  list: list(""),
  "list of a project that most links have": list("projectId=main"),
  "list of a project that one link has": list("projectId=rare"),
  "list of a retailer that a third has": list("retailer=bigbox_w"),
  "list of a retailer that one link has": list("retailer=grocer_a"),
  "list of links that are off, a fiftieth": list("status=inactive"),
  "list of a tag that a quarter has": list("tag=summer"),
  "list of a tag that one link has": list("tag=rare-tag"),
  "search for what nearly all have": list("q=campaign"),
  "search for what one link has": list("q=needle"),
  "search for a missing text": list("q=nowhere"),
} as const satisfies Record<
  string,
  { next: (key: string, links: number) => () => LoadRequest; status: number }
>;

/** Paths of links from the oldest to the newest, in random order; about each tenth belongs to another organization. */
function pathsOf(links: number): string[] {
  const numbers = Array.from({ length: 1_000 }, (_, index) => 1 + ((index * 7_919_927) % links));
  const own = numbers.filter((number) => number % 11 !== 10);
  return own.map((number) => `/v1/links/lnk_01kar00000${String(number).padStart(16, "0")}`);
}

/**
 * Measures each kind of request with each number of links. All Workers run at the same time and respond in turn, so
 * that other load on the machine affects all of them.
 */
export async function measureLinkCounts(
  directory: string,
  { counts, rounds, requests }: LinkCountSettings,
  progress: (line: string) => void,
): Promise<LinkCountTime[]> {
  const bundle = join(directory, "bundle");
  await buildWorker(bundle);
  const services: { links: number; key: string; instance: Instance }[] = [];
  try {
    for (const links of counts) {
      progress(`Filling the database with ${links} links`);
      const storage = join(directory, `links-${links}`);
      const key = await withNewDatabase(storage, async (db) => {
        const createProjects = ["main", "shop", "rare"];
        await issueKey(db, { organization: "globex", createProjects });
        const issued = await issueKey(db, { organization: "acme", createProjects });
        await fillLinks(db, links);
        return issued.key;
      });
      services.push({ links, key, instance: await startService(bundle, storage) });
    }
    const times: LinkCountTime[] = [];
    for (const [name, { next, status }] of Object.entries(REQUESTS)) {
      progress(name);
      const sides = services.map(({ links, key, instance: { origin } }) => {
        const load = { origin, next: next(key, links), status, connections: 1, seconds: Infinity, requests };
        return { links, measure: async () => (await runLoad(load)).p50 };
      });
      times.push(...(await compareCounts(name, sides, rounds)));
    }
    return times;
  } finally {
    for (const { instance } of services) await instance.stop();
  }
}

async function compareCounts(
  name: string,
  sides: readonly { links: number; measure: () => Promise<number> }[],
  rounds: number,
): Promise<LinkCountTime[]> {
  for (const { measure } of sides) await measure();
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    const row: number[] = [];
    for (const { measure } of sides) row.push(await measure());
    measured.push(row);
  }
  return sides.map(({ links }, index) => {
    const ratios = measured.map((row) => (row[index] ?? Number.NaN) / (row[0] ?? Number.NaN));
    return {
      name,
      links,
      milliseconds: median(measured.map((row) => row[index] ?? Number.NaN)),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    };
  });
}
