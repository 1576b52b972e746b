import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorker } from "../../src/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { fillStorage } from "../bench/storage.ts";
import { JOURNAL, type Journal } from "./journal.ts";
import { type Running, startKillable } from "./killable.ts";

const LINKS = 20;
const VISITS = 200;

let directory: string;
let options: Awaited<ReturnType<typeof serviceOptions>>;
let shortIds: string[];
let running: Running | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-visits-"));
  const bundle = join(directory, "bundle");
  await buildWorker(bundle, "test/faults/journal.worker.ts");
  ({ shortIds } = await fillStorage(bundle, join(directory, "storage"), { short: LINKS, created: 0 }));
  options = await serviceOptions(bundle);
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the service with queues that deliver so many seconds after they took the first message. */
async function restart(maxBatchTimeout: number): Promise<string> {
  const queueConsumers = Object.fromEntries(
    Object.entries(options.queueConsumers ?? {}).map(([name, consumer]) => [
      name,
      { ...consumer, maxBatchTimeout },
    ]),
  );
  running = await startKillable(JSON.stringify({ ...options, queueConsumers }), directory);
  return running.origin;
}
const journal = async (origin: string): Promise<Journal> =>
  (await (await fetch(origin + JOURNAL)).json()) as Journal;
async function visit(origin: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { status } = await fetch(`${origin}/${shortIds[number % LINKS]}`, { redirect: "manual" });
    expect(status).toBe(302);
  }
}

test("docs/operating.md: a kill loses the visits in the memory of the local queue, and none that is counted", async () => {
  let origin = await restart(60);
  expect(await journal(origin)).toEqual({ acknowledged: 0, counted: 0 });

  // The Worker holds back nothing: within its second, the queue has taken every visit. It has them in memory alone.
  await visit(origin, VISITS);
  await expect.poll(async () => (await journal(origin)).acknowledged).toBe(VISITS);
  await running?.kill();

  // Messages are delivered in their order: were one of the earlier visits left, it would come before these.
  origin = await restart(0);
  expect(await journal(origin)).toEqual({ acknowledged: VISITS, counted: 0 });
  await visit(origin, LINKS);
  const counted = { acknowledged: VISITS + LINKS, counted: LINKS };
  await expect.poll(() => journal(origin)).toEqual(counted);

  // What was counted stays.
  await running?.kill();
  origin = await restart(0);
  expect(await journal(origin)).toEqual(counted);
});
