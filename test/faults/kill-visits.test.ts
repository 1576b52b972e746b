// @module-tag all
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

/** Starts the service with queues that deliver that many seconds after the first message. */
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

test("docs/operating.md: a kill loses only the visits in the memory of the local queue, and no counted visits", async () => {
  let origin = await restart(60);
  expect(await journal(origin)).toEqual({ acknowledged: 0, counted: 0 });

  // The Worker holds nothing back: within its second, the queue has accepted every visit, only in memory.
  await visit(origin, VISITS);
  await expect.poll(async () => (await journal(origin)).acknowledged).toBe(VISITS);
  await running?.kill();

  // Messages are delivered in order: any remaining earlier visits would come before these.
  origin = await restart(0);
  expect(await journal(origin)).toEqual({ acknowledged: VISITS, counted: 0 });
  await visit(origin, LINKS);
  const counted = { acknowledged: VISITS + LINKS, counted: LINKS };
  await expect.poll(() => journal(origin)).toEqual(counted);

  // Counted visits stay.
  await running?.kill();
  origin = await restart(0);
  expect(await journal(origin)).toEqual(counted);
});

test("design: kills while days move into months lose no visits and count none twice", {
  tags: "deep",
  timeout: 120_000,
}, async () => {
  const place = join(directory, "months");
  const [links, days] = [499, 12];
  await withNewDatabase(join(place, "storage"), async (db) => {
    const numbers = `WITH RECURSIVE link (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM link WHERE n < ?1),
      day (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM day WHERE n < ?2 - 1)`;
    const fill = [
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
      ${numbers} SELECT date('2026-02-20', day.n || ' days'), 'acme', 'main', iif(link.n = 0, '', printf('lnk_%08d', link.n)), 'custom', 0,
        iif(link.n = 0, 3 * ?1, 3), 0, 0, 0,
        iif(link.n = 0, '{}', json_object('', json_object('US phone', json_object('7', 1, '12', 2)))), '{}', '{}'
      FROM day, link`,
      `INSERT INTO visit_hours (day, organization_id, project_id, retailer, hour, counts)
      ${numbers} SELECT date('2026-02-20', day.n || ' days'), 'acme', 'main', 'custom', hour.column1,
        json_object('', json_object('US phone', hour.column2 * ?1))
      FROM day CROSS JOIN (VALUES (7, 1), (12, 2)) AS hour`,
    ];
    await db.batch(fill.map((sql) => db.prepare(sql).bind(links, days)));
  });
  const months = async (origin: string): Promise<Months> =>
    (await (await fetch(origin + MONTHS)).json()) as Months;
  const visits = { visits: 3 * links * days, ofProjects: 3 * links * days };
  let left = (links + 1) * days;
  // A service that is read after a kill continues to the next.
  let origin = await restart(60, place);
  for (let kill = 0; kill < 3; kill++) {
    const run = fetch(`${origin}${KEEP}?steps=2`).catch(() => null);
    await expect.poll(async () => (await months(origin)).days).toBeLessThan(left);
    await running?.kill();
    await run;
    origin = await restart(60, place);
    const found = await months(origin);
    expect(found).toMatchObject(visits);
    expect(found.days).toBeLessThan(left);
    left = found.days;
  }
  expect(left).toBeGreaterThan(0);
  for (let run = 0; run < 2; run++) expect((await fetch(origin + KEEP)).status).toBe(200);
  expect(await months(origin)).toEqual({ days: 0, ...visits });
});
