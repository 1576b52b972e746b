import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorker } from "../../src/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { fillStorage } from "../bench/storage.ts";
import { JOURNAL, type Journal } from "./journal.worker.ts";
import { type Running, startKillable } from "./killable.ts";

const LINKS = 20;
const VISITS = 200;

let directory: string;
let options: string;
let shortIds: string[];
let running: Running | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-visits-"));
  const bundle = join(directory, "bundle");
  await buildWorker(bundle, "test/faults/journal.worker.ts");
  ({ shortIds } = await fillStorage(bundle, join(directory, "storage"), { short: LINKS, created: 0 }));
  options = JSON.stringify(await serviceOptions(bundle));
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

const restart = async (): Promise<string> => {
  running = await startKillable(options, directory);
  return running.origin;
};
const journal = async (origin: string): Promise<Journal> =>
  (await (await fetch(origin + JOURNAL)).json()) as Journal;
async function visit(origin: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { status } = await fetch(`${origin}/${shortIds[number % LINKS]}`, { redirect: "manual" });
    expect(status).toBe(302);
  }
}

test("docs/operating.md: a kill loses the visits in the memory of the local queue, and none that is counted", async () => {
  let origin = await restart();
  expect(await journal(origin)).toEqual({ acknowledged: 0, counted: 0 });

  // The Worker holds back nothing: within its second, the queue has taken every visit.
  await visit(origin, VISITS);
  await expect.poll(async () => (await journal(origin)).acknowledged).toBe(VISITS);
  // The queue delivers after five seconds, or at 50 messages. What it has not delivered, it has in memory alone.
  const { counted } = await journal(origin);
  await running?.kill();

  // Messages are delivered in their order: were one of the earlier visits left, it would come before these.
  origin = await restart();
  const kept = await journal(origin);
  expect(kept.acknowledged).toBe(VISITS);
  expect(kept.counted).toBeGreaterThanOrEqual(counted);
  await visit(origin, LINKS);
  await expect.poll(async () => (await journal(origin)).counted).toBeGreaterThanOrEqual(kept.counted + LINKS);
  expect(await journal(origin)).toEqual({ acknowledged: VISITS + LINKS, counted: kept.counted + LINKS });
  expect(kept.counted).toBeLessThan(VISITS);

  // What was counted stays.
  await running?.kill();
  origin = await restart();
  expect(await journal(origin)).toEqual({ acknowledged: VISITS + LINKS, counted: kept.counted + LINKS });
});
