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
const LINKS = 200;
/** Concurrent requests, half of them redirects of known links and half creates. */
const CLIENTS = 8;
/** Responses between two kills. */
const ANSWERS = 60;

let directory: string;
/** Of the Worker. */
let options: Awaited<ReturnType<typeof serviceOptions>>;
let stored: Stored;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-kill-"));
  stored = await fillStorage(BUILD_DIRECTORY, join(directory, "storage"), { short: LINKS, created: 0 });
  options = await serviceOptions(BUILD_DIRECTORY);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** An idempotent create, sent until it gets a response. */
interface Creation {
  idempotencyKey: string;
  name: string;
  /** The ids of all responses, which must be equal. */
  ids: Set<string>;
}

test(`in ${KILLS} kills under load, no known link fails, no acknowledged link is lost, and no key creates two links`, async () => {
  const creations: Creation[] = [];
  const failures: string[] = [];
  let redirects = 0;
  let cutOff = 0;
  let number = 0;

  /** Sends a request. A killed request has no response; every response must be correct. */
  async function redirect(origin: string): Promise<void> {
    const shortId = stored.shortIds[number++ % LINKS];
    const { status } = await fetch(`${origin}/${shortId}`, { redirect: "manual" });
    redirects++;
    if (status !== 302) failures.push(`${shortId} answered ${status}`);
  }
  async function create(origin: string, creation: Creation): Promise<void> {
    const { idempotencyKey, name } = creation;
    const response = await fetch(`${origin}/v1/links`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-API-Key": stored.apiKey,
        "Idempotency-Key": idempotencyKey,
      },
      body: JSON.stringify(linkBody("custom custom_url", { name })),
    });
    const body = (await response.json()) as { data: unknown };
    if (response.status !== 201) failures.push(`${idempotencyKey} answered ${response.status}`);
    else creation.ids.add(linkResource.parse(body.data).id);
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const running = await startKillable(options, directory);
    const enough = Promise.withResolvers<void>();
    let answers = 0;
    let killed = false;
    const client = async (creates: boolean): Promise<void> => {
      while (!killed) {
        // First repeat requests that earlier kills interrupted, like a caller.
        let creation = creations.find(({ ids, name }) => ids.size === 0 && !name.startsWith(`kill ${kill} `));
        if (creates && !creation) {
          const name = `kill ${kill} ${creations.length}`;
          creation = { idempotencyKey: `key ${name}`, name, ids: new Set() };
          creations.push(creation);
        }
        try {
          await (creates && creation ? create(running.origin, creation) : redirect(running.origin));
        } catch (error) {
          if (!killed) failures.push(String(error));
          cutOff++;
        }
        if (++answers >= ANSWERS) enough.resolve();
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, index) => client(index % 2 === 0));
    await enough.promise;
    killed = true;
    await running.kill();
    await Promise.all(clients);
  }

  const running = await startKillable(options, directory);
  try {
    for (const creation of creations) await create(running.origin, creation);
    for (const { ids } of creations) {
      expect(ids.size).toBe(1);
      const [id] = ids;
      const headers = { "X-Service-API-Key": stored.apiKey };
      const read = await fetch(`${running.origin}/v1/links/${id}`, { headers });
      expect(read.status).toBe(200);
      const { shortId } = linkResource.parse(((await read.json()) as { data: unknown }).data);
      expect((await fetch(`${running.origin}/${shortId}`, { redirect: "manual" })).status).toBe(302);
    }
    // Unacknowledged links, too, exist at most once.
    const names = await namesOf(running.origin);
    expect(names.sort()).toEqual(creations.map(({ name }) => name).sort());
    for (const shortId of stored.shortIds) {
      expect((await fetch(`${running.origin}/${shortId}`, { redirect: "manual" })).status).toBe(302);
    }
  } finally {
    await running.kill();
  }
  expect(failures).toEqual([]);
  expect(redirects).toBeGreaterThan(KILLS);
  expect(creations.length).toBeGreaterThan(KILLS);
  // The kills hit requests, or the test would prove nothing.
  expect(cutOff).toBeGreaterThan(0);
}, 600_000);

/** The names of all links of the clients, from the list. */
async function namesOf(origin: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ q: "kill ", limit: "100", ...(cursor && { cursor }) });
    const headers = { "X-Service-API-Key": stored.apiKey };
    const page = (await (await fetch(`${origin}/v1/links?${query}`, { headers })).json()) as Json;
    names.push(...page.data.map(({ name }: Json) => name));
    cursor = page.nextCursor;
    if (cursor === undefined) return names;
  }
}
