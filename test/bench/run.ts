import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { measureBulk } from "./bulk.ts";
import { bundleSize, startUpTime } from "./bundle.ts";
import { CASE_NAMES, CASES } from "./cases.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureCounting } from "./counting.ts";
import { measureDrawing } from "./drawing.ts";
import { measureHandlers } from "./handler.ts";
import { measureLinkCounts } from "./link-counts.ts";
import { compare, type Settings } from "./measure.ts";
import { describe, describeLinkCounts, describeScale, machine, type Report } from "./report.ts";
import { measureScale } from "./scale.ts";
import { fillStorage } from "./storage.ts";
import { countWaits } from "./waits.ts";
import { Workers } from "./workers.ts";
import { hasWrk } from "./wrk.ts";

/** Measurements without load on a Worker: fresh processes, the handler alone, consecutive calls, codes, a bulk. */
const PARTS = ["cold", "handler", "waits", "drawing", "counters", "bulk"] as const;
/** What a run without --only measures: `scale` takes minutes, and is measured alone. */
const NAMES: readonly string[] = [...PARTS, ...CASE_NAMES];

const USAGE = `npm run bench -- [--starts 4] [--rounds 3] [--seconds 0.8] [--only ${NAMES.join(",")}] [--json] [--links]
npm run bench -- --only scale [--visited 100000] [--json]\n`;

const COLD_STARTS = 15;
const HANDLER_ROUNDS = 5;
const COUNTING_ROUNDS = 5;
const BULK_ROUNDS = 7;
const DRAWING = { rounds: 9, images: 30 };
/** The added delay of each binding call where waits are counted, in milliseconds. */
const DELAY = 25;

/** The isolate caches 10,000 links: with more links in turn, each is dropped before it repeats. */
const STORED = { short: 12_000, created: 500 };

const LINK_COUNTS = { counts: [1_000, 100_000, 1_000_000], rounds: 9, requests: 20 };

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "0.8" },
    only: { type: "string", default: NAMES.join(",") },
    json: { type: "boolean", default: false },
    links: { type: "boolean", default: false },
    visited: { type: "string", default: "100000" },
    help: { type: "boolean", default: false },
  },
});

const progress = (line: string) => process.stderr.write(`${line}\n`);

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
    counting: [],
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
    if (part === "counters") report.counting = await measureCounting(directory, COUNTING_ROUNDS);
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
  else if (values.only === "scale") {
    const bundle = join(directory, "bundle");
    await buildWorker(bundle);
    const scale = await measureScale(bundle, directory, Math.ceil(Number(values.visited)), progress);
    process.stdout.write(values.json ? `${JSON.stringify(scale, null, 2)}\n` : describeScale(scale));
  } else if (values.links) {
    const times = await measureLinkCounts(directory, LINK_COUNTS, progress);
    process.stdout.write(values.json ? `${JSON.stringify(times, null, 2)}\n` : describeLinkCounts(times));
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
