import type { Miniflare } from "miniflare";
import { type Load, runLoad } from "./load.ts";
import { bulks, creates } from "./requests.ts";
import { median } from "./statistics.ts";
import type { Stored } from "./storage.ts";
import type { Workers } from "./workers.ts";

/** The time to create the links, in milliseconds: the median, the minimum and the maximum of the rounds. */
export interface BulkTime {
  name: string;
  milliseconds: number;
  spread: [number, number];
}

/** The times for some links by single requests and by one bulk, and their ratio. */
export interface BulkTimes {
  times: BulkTime[];
  ratio: number;
  /** The minimum of the ratio. */
  target: number;
}

const LINKS = 100;
const TARGET = 10;

/**
 * Creates `links` in each of three ways, in turn: one request after another, over 16 connections, and with one request.
 * Each round begins once the work after the previous responses is over.
 */
export async function measureBulk(
  workers: Workers,
  stored: Stored,
  rounds: number,
  links = LINKS,
): Promise<BulkTimes> {
  const { origin, miniflare } = await workers.start("service");
  const single = creates(stored.apiKey);
  const bulk = bulks(stored.apiKey, links);
  const load = { origin, seconds: Number.POSITIVE_INFINITY };
  const ways: [string, Load][] = [
    [
      `${links} requests, one after another`,
      { ...load, next: single, status: 201, connections: 1, requests: links },
    ],
    [
      `${links} requests, 16 connections`,
      { ...load, next: single, status: 201, connections: 16, requests: links },
    ],
    [`one request of ${links}`, { ...load, next: bulk, status: 200, connections: 1, requests: 1 }],
  ];
  const taken: number[][] = ways.map(() => []);
  let copies = await copiesOf(miniflare);
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, [, way]] of ways.entries()) {
        const { requests, perSecond } = await runLoad(way);
        if (round > 0) taken[index]?.push((requests / perSecond) * 1000);
        copies += links;
        while ((await copiesOf(miniflare)) < copies);
      }
    }
  } finally {
    await miniflare.dispose();
  }
  const [, singles = [], bulkTimes = []] = taken;
  return {
    times: ways.map(([name], index) => timeOf(name, taken[index] ?? [])),
    ratio: median(singles.map((time, round) => time / (bulkTimes[round] ?? Number.NaN))),
    target: TARGET,
  };
}

const timeOf = (name: string, times: readonly number[]): BulkTime => ({
  name,
  milliseconds: median(times),
  spread: [Math.min(...times), Math.max(...times)],
});

/** The number of links with a copy in KV. */
async function copiesOf(miniflare: Miniflare): Promise<number> {
  const kv = await miniflare.getKVNamespace("LINKS");
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await kv.list({ ...(cursor !== undefined && { cursor }) });
    count += page.keys.length;
    if (page.list_complete) return count;
    cursor = page.cursor;
  }
}
