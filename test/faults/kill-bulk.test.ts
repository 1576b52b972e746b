// @module-tag deep
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkResource } from "../../src/surfaces/api/resources.ts";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { fillStorage, type Stored } from "../bench/storage.ts";
import { linkBody } from "../bodies.ts";
import type { Json } from "../requests.ts";
import { startKillable } from "./killable.ts";

const KILLS = 2;
const ROWS = 40;
/** Concurrent requests. Half of the clients send the same as the other half. */
const CLIENTS = 4;
/** Responses between two kills. */
const ANSWERS = 6;

let directory: string;
/** Of the Worker. */
let options: Awaited<ReturnType<typeof serviceOptions>>;
let stored: Stored;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-kill-bulk-"));
  stored = await fillStorage(BUILD_DIRECTORY, join(directory, "storage"), { short: 1, created: 0 });
  options = await serviceOptions(BUILD_DIRECTORY);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A bulk that is sent until it gets a response. */
interface Bulk {
  name: string;
  /** The ids of its rows in every response: always the same. */
  answers: Set<string>;
  ids: string[];
}

test(`no row is lost or created twice in ${KILLS} kills during bulks`, async () => {
  const bulks: Bulk[] = [];
  const failures: string[] = [];
  let cutOff = 0;

  async function send(origin: string, bulk: Bulk): Promise<void> {
    const links = Array.from({ length: ROWS }, (_, row) =>
      linkBody("bigbox_w add_to_cart", { name: `${bulk.name} ${row}` }),
    );
    const response = await fetch(`${origin}/v1/links/bulk`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-API-Key": stored.apiKey,
        "Idempotency-Key": `key ${bulk.name}`,
      },
      body: JSON.stringify({ links }),
    });
    const answer = (await response.json()) as Json;
    const statuses = new Set(answer.data?.map(({ status }: Json) => status));
    if (statuses.size !== 1 || !statuses.has(201)) failures.push(`${bulk.name}: ${[...statuses].join()}`);
    bulk.ids = answer.data.map(({ body }: Json) => linkResource.parse(body.data).id);
    bulk.answers.add(JSON.stringify(bulk.ids));
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const running = await startKillable(options, directory);
    const enough = Promise.withResolvers<void>();
    let answers = 0;
    let killed = false;
    const client = async (pair: number): Promise<void> => {
      for (let number = 0; !killed; number++) {
        // First repeat requests that earlier kills interrupted, like a caller.
        let bulk = bulks.find(
          ({ answers: { size }, name }) => size === 0 && !name.startsWith(`kill ${kill} `),
        );
        const name = `kill ${kill} pair ${pair} ${number}`;
        bulk ??= bulks.find((each) => each.name === name);
        if (!bulk) {
          bulk = { name, answers: new Set(), ids: [] };
          bulks.push(bulk);
        }
        try {
          await send(running.origin, bulk);
        } catch (error) {
          if (!killed) failures.push(String(error));
          cutOff++;
        }
        if (++answers >= ANSWERS) enough.resolve();
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, index) => client(index % (CLIENTS / 2)));
    await enough.promise;
    killed = true;
    await running.kill();
    await Promise.all(clients);
  }

  const running = await startKillable(options, directory);
  try {
    for (const bulk of bulks) {
      await send(running.origin, bulk);
      expect(bulk.answers.size).toBe(1);
      const headers = { "X-Service-API-Key": stored.apiKey };
      for (const id of [bulk.ids[0], bulk.ids.at(-1)]) {
        expect((await fetch(`${running.origin}/v1/links/${id}`, { headers })).status).toBe(200);
      }
    }
    const known = new Set(bulks.flatMap(({ ids }) => ids));
    expect(known.size).toBe(bulks.length * ROWS);
    expect(await linksNamed(running.origin)).toBe(known.size);
  } finally {
    await running.kill();
  }
  expect(failures).toEqual([]);
  expect(bulks.length).toBeGreaterThanOrEqual(KILLS);
  // The kills hit requests, or the test would prove nothing.
  expect(cutOff).toBeGreaterThan(0);
}, 300_000);

/** The number of links from the bulks, from the list. */
async function linksNamed(origin: string): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ q: "kill ", limit: "100", ...(cursor && { cursor }) });
    const response = await fetch(`${origin}/v1/links?${query}`, {
      headers: { "X-Service-API-Key": stored.apiKey },
    });
    const page = (await response.json()) as Json;
    count += page.data.length;
    cursor = page.nextCursor;
    if (cursor === undefined) return count;
  }
}
