import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceOptions } from "../bench/instances.ts";
import { fillStorage, withNewDatabase } from "../bench/storage.ts";
import { builtWorker } from "../service.ts";
import { JOURNAL, type Journal, KEEP, MONTHS, type Months } from "./journal.ts";
import { type Running, startKillable } from "./killable.ts";

const LINKS = 20;
const VISITS = 200;

let directory: string;
let options: Awaited<ReturnType<typeof serviceOptions>>;
let shortIds: string[];
let running: Running | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-visits-"));
  const bundle = await builtWorker("test/faults/journal.worker.ts");
  ({ shortIds } = await fillStorage(bundle, join(directory, "storage"), { short: LINKS, created: 0 }));
  options = await serviceOptions(bundle);
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the service with queues that deliver so many seconds after they took the first message. */
async function restart(maxBatchTimeout: number, place = directory): Promise<string> {
  await running?.kill();
  const queueConsumers = Object.fromEntries(
    Object.entries(options.queueConsumers ?? {}).map(([name, consumer]) => [
      name,
      { ...consumer, maxBatchTimeout },
    ]),
  );
  running = await startKillable({ ...options, queueConsumers }, place);
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

test("design: kills while months that are over are packed lose none and count none twice", async () => {
  const place = join(directory, "packed");
  const rows = 4_000;
  const counts = '{"c":{"USk":"a12b31c14d50e13f12g71h18"},"d":{"custom:pk":"a12b31c14d50e13f12g71h18"}}';
  await withNewDatabase(join(place, "storage"), async (db) => {
    await db
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
         INSERT INTO visit_months (month, organization_id, project_id, link_id, counts)
         SELECT '2026-0' || (1 + n % 4), 'acme', 'main', printf('lnk_%08d', n), ?2 FROM numbers`,
      )
      .bind(rows, counts)
      .run();
  });
  const months = async (origin: string): Promise<Months> =>
    (await (await fetch(origin + MONTHS)).json()) as Months;
  const visits = rows * (12 + 31 + 14 + 50 + 13 + 12 + 71 + 18);
  let packed = 0;
  // A service that is read after a kill goes on to the next one.
  let origin = await restart(60, place);
  for (let kill = 0; kill < 3; kill++) {
    const run = fetch(`${origin}${KEEP}?steps=2`).catch(() => null);
    await expect.poll(async () => (await months(origin)).packed).toBeGreaterThan(packed);
    await running?.kill();
    await run;
    origin = await restart(60, place);
    const left = await months(origin);
    expect(left.visits).toBe(visits);
    expect(left.packed).toBeGreaterThan(packed);
    expect(left.packed).toBeLessThan(rows);
    packed = left.packed;
  }
  for (let run = 0; run < 2; run++) expect((await fetch(origin + KEEP)).status).toBe(200);
  expect(await months(origin)).toEqual({ packed: rows, visits });
}, 120_000);
