import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { measureBulk } from "./bulk.ts";
import { bundleSize, startUpTime } from "./bundle.ts";
import { CASE_NAMES, CASES } from "./cases.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureBatches } from "./consumer.ts";
import { measureCounters } from "./counters.ts";
import { measureDrawing } from "./drawing.ts";
import { measureHandlers } from "./handler.ts";
import { measureLinkCounts } from "./link-counts.ts";
import { compare, type Settings } from "./measure.ts";
import { type MemorySample, measureMemory } from "./memory.ts";
import {
  describe,
  describeBatches,
  describeCounters,
  describeLinkCounts,
  machine,
  type Report,
} from "./report.ts";
import { describeScale, SCALE_USAGE } from "./scale/command.ts";
import { fillStorage } from "./storage.ts";
import { countWaits } from "./waits.ts";
import { Workers } from "./workers.ts";
import { hasWrk } from "./wrk.ts";

/** Measurements without load on a Worker: fresh processes, the handler alone, consecutive calls, codes, a bulk. */
const PARTS = ["cold", "handler", "waits", "drawing", "bulk"] as const;
const NAMES: readonly string[] = [...PARTS, ...CASE_NAMES];

const USAGE = `npm run bench -- [--starts 4] [--rounds 3] [--seconds 0.8] [--only ${NAMES.join(",")}] [--json] [--memory] [--links] [--counters] [--consumer]
${SCALE_USAGE}`;

const COLD_STARTS = 15;
const HANDLER_ROUNDS = 5;
const BULK_ROUNDS = 7;
const DRAWING = { rounds: 9, images: 30 };
/** The added delay of each binding call where waits are counted, in milliseconds. */
const DELAY = 25;

/** The isolate caches 10,000 links: with more links in turn, each is dropped before it repeats. */
const STORED = { short: 12_000, created: 500 };

const MEMORY = { links: 200_000, redirects: 1_000_000, step: 100_000 };

const LINK_COUNTS = { counts: [1_000, 100_000, 1_000_000], rounds: 9, requests: 20 };

/**
 * A tenth of the links is visited. Of 10,000 of them, the last 30 days have nearly as many rows as rankings read, and then three
 * times as many.
 */
const COUNTERS = {
  sizes: [
    { links: 10_000, visited: 1_000, daily: 1_120 },
    { links: 100_000, visited: 10_000, daily: 5_000 },
    { links: 100_000, visited: 10_000, daily: 40_000 },
  ],
  rounds: 7,
};

/** A batch of the queue's consumer has up to 100 messages. 5 arrive within the wait with one message per second. */
const BATCHES = { batches: [1, 5, 10, 25, 50, 100], messages: 400 };

const args = process.argv.slice(2);
const isScale = args.includes("--scale");

const { values } = parseArgs({
  // The flags of --scale are separate.
  args: isScale ? [] : args,
  options: {
    starts: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "0.8" },
    only: { type: "string", default: NAMES.join(",") },
    json: { type: "boolean", default: false },
    memory: { type: "boolean", default: false },
    links: { type: "boolean", default: false },
    counters: { type: "boolean", default: false },
    consumer: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const progress = (line: string) => process.stderr.write(`${line}\n`);

function printMemory(sample: MemorySample): void {
  const mib = (value: number | null) => (value === null ? "unknown" : `${value.toFixed(1)} MiB`);
  const { redirects, heapMib, residentMib, peerResidentMib } = sample;
  const text = `${redirects} redirects: heap ${mib(heapMib)}, process ${mib(residentMib)}, KV peer's process ${mib(peerResidentMib)}`;
  process.stdout.write(`${values.json ? JSON.stringify(sample) : text}\n`);
}

async function runBench(directory: string, names: readonly string[], settings: Settings): Promise<Report> {
  const bundle = join(directory, "bundle");
  progress("Building the bundle");
  await buildWorker(bundle);
  const report: Report = {
    date: new Date().toISOString(),
    machine: machine(),
    coldStarts: [],
    handlers: [],
    waits: [],
    drawings: [],
    bulk: null,
    comparisons: [],
    bundle: await bundleSize(bundle),
    startUp: await startUpTime(directory),
  };
  for (const part of PARTS.filter((name) => names.includes(name))) {
    progress(part);
    if (part === "cold") report.coldStarts = await measureColdStarts(bundle, directory, COLD_STARTS);
    if (part === "handler") report.handlers = await measureHandlers(bundle, directory, HANDLER_ROUNDS);
    if (part === "waits") report.waits = await countWaits(DELAY);
    if (part === "drawing") report.drawings = await measureDrawing(DRAWING.rounds, DRAWING.images);
  }
  const cases = CASE_NAMES.filter((name) => names.includes(name));
  const bulk = names.includes("bulk");
  if (cases.length === 0 && !bulk) return report;
  progress("Filling the storage");
  const stored = await fillStorage(bundle, join(directory, "storage"), STORED);
  const workers = new Workers(bundle, directory);
  if (bulk) report.bulk = await measureBulk(workers, stored, BULK_ROUNDS);
  for (const name of cases) {
    progress(CASES[name].name);
    report.comparisons.push(await compare(CASES[name], workers, stored, settings));
  }
  return report;
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && value < 10_000) return value;
  throw new RangeError(`--${name} must be a positive number`);
}

function namesOf(text: string): string[] {
  const wanted = text.split(",");
  const unknown = wanted.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new RangeError(`--only knows no ${unknown.join(", ")}`);
  return wanted;
}

const directory = await mkdtemp(join(tmpdir(), "shoppable-links-bench-"));
try {
  if (values.help) process.stdout.write(USAGE);
  else if (isScale) process.stdout.write(describeScale(args.filter((each) => each !== "--scale")));
  else if (values.memory) await measureMemory(directory, MEMORY, printMemory);
  else if (values.links) {
    const times = await measureLinkCounts(directory, LINK_COUNTS, progress);
    process.stdout.write(values.json ? `${JSON.stringify(times, null, 2)}\n` : describeLinkCounts(times));
  } else if (values.counters) {
    const times = await measureCounters(directory, COUNTERS, progress);
    process.stdout.write(values.json ? `${JSON.stringify(times, null, 2)}\n` : describeCounters(times));
  } else if (values.consumer) {
    const times = await measureBatches(directory, BATCHES, progress);
    process.stdout.write(values.json ? `${JSON.stringify(times, null, 2)}\n` : describeBatches(times));
  } else {
    const settings = {
      starts: Math.ceil(number("starts", values.starts)),
      rounds: Math.ceil(number("rounds", values.rounds)),
      seconds: number("seconds", values.seconds),
      requests: Number.POSITIVE_INFINITY,
      connections: 16,
      wrk: await hasWrk(),
    };
    const report = await runBench(directory, namesOf(values.only), settings);
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
