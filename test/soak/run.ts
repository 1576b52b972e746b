import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { residentKib } from "../bench/processes.ts";
import { fillStorage } from "../bench/storage.ts";
import { type Running, startKillable } from "../faults/killable.ts";
import { type Ledger, namesOf, sendNext, settle, type Target } from "./load.ts";
import { addOwner, finishImports, startPeople } from "./people.ts";
import { type Minute, plotOf } from "./plot.ts";

/**
 * `npm run soak -- [--minutes 10] [--clients 8] [--restart 2] [--plot soak.svg]`: redirects, creates, bulk creates, lists,
 * screens of the dashboard and imports in parallel on a separate Worker, which is killed regularly, as by a power
 * cut. Ends by comparing acknowledged with stored data. Everything stays on this machine.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "8" },
    restart: { type: "string", default: "2" },
    plot: { type: "string", default: "soak.svg" },
  },
});
const bounded = (text: string, least: number, most: number): number =>
  Math.min(most, Math.max(least, Number(text) || least));
const minutes = bounded(values.minutes, 0.1, 24 * 60);
const clients = bounded(values.clients, 1, 64);
const restart = bounded(values.restart, 0.05, minutes);
const MINUTE_MS = 60_000;

const directory = await mkdtemp(join(tmpdir(), "shoppable-links-soak-"));
const bundle = join(directory, "bundle");
const ledger: Ledger = { writes: [], imports: [], wrong: [], visits: 0, cutOff: 0, latencies: [] };
const people = await startPeople();
const told: Minute[] = [];
let number = 0;
let restarts = 0;

/** The process of the current runtime. */
let pid: number | null = null;

/** The maximum memory of this minute. */
let most: number | null = null;
const sampled = async (): Promise<void> => {
  const kib = await residentKib(pid);
  if (kib !== null) most = Math.max(most ?? 0, kib / 1024);
};

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? 0;

async function tellMinute(): Promise<void> {
  const sorted = ledger.latencies.splice(0).sort((a, b) => a - b);
  const minute = {
    requests: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    memory: most,
    restarts,
  };
  told.push(minute);
  most = null;
  const { requests, p50, p99, memory: mib } = minute;
  process.stdout.write(
    `${told.length}  ${requests} requests  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ${mib?.toFixed(0) ?? "?"} MiB  ${restarts} restarts\n`,
  );
}

/** Load on one server until `end`; then it is killed under load. */
async function loadUntil(end: number, running: Running, target: Target): Promise<void> {
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      try {
        await sendNext(target, number++, ledger);
      } catch (error) {
        if (!stopped) ledger.wrong.push(String(error));
        ledger.cutOff++;
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now())));
  stopped = true;
  await running.kill();
  await all;
}

try {
  // The Worker itself, whose bindings fail at a request's demand.
  await buildWorker(bundle, "test/faults/worker.ts");
  const stored = await fillStorage(bundle, join(directory, "storage"), { short: 500, created: 1 });
  await addOwner(bundle, join(directory, "storage"));
  // The configuration signs nobody in: people send tokens.
  const { access: _, ...worker } = { access: undefined, ...(await serviceOptions(bundle, people.vars)) };
  const serve = async (): Promise<[Running, Target]> => {
    const running = await startKillable(worker, directory);
    pid = running.pid;
    return [running, { origin: running.origin, apiKey: stored.apiKey, shortIds: stored.shortIds, people }];
  };
  const end = Date.now() + minutes * MINUTE_MS;
  const ticking = setInterval(() => void tellMinute(), MINUTE_MS);
  const sampling = setInterval(() => void sampled(), 2_000);
  while (Date.now() < end) {
    const [running, target] = await serve();
    await loadUntil(Math.min(end, Date.now() + restart * MINUTE_MS), running, target);
    restarts++;
  }
  clearInterval(ticking);
  clearInterval(sampling);
  await tellMinute();
  const [running, target] = await serve();
  const unanswered = await settle(target, ledger);
  await finishImports(target, ledger);
  const names = await namesOf(target);
  await running.kill();
  const imported = ledger.imports.flatMap(({ rows }) => rows);
  const created = ledger.writes.flatMap(({ rows }) => rows);
  const acknowledged = [...created.filter(({ ids }) => ids.size > 0), ...imported];
  const there = new Set(names);
  const lost = acknowledged.filter(({ name }) => !there.has(name));
  const twice = names.length - there.size + created.filter(({ ids }) => ids.size > 1).length;
  await writeFile(values.plot, plotOf(told));
  process.stdout.write(
    [
      `Acknowledged ${acknowledged.length} links, ${imported.length} of them by ${ledger.imports.length} imports; there ${names.length}: ${lost.length} lost, ${twice} twice.`,
      `${unanswered} writes were refused or cut off, by faults and ${restarts} restarts, and sent again; ${ledger.visits} redirects; ${ledger.wrong.length} wrong answers.`,
      ...new Set(ledger.wrong.slice(0, 20)),
      `Plot: ${values.plot}`,
      "",
    ].join("\n"),
  );
  process.exitCode = lost.length + twice + ledger.wrong.length === 0 ? 0 : 1;
} finally {
  await people.close();
  await rm(directory, { recursive: true, force: true });
}
