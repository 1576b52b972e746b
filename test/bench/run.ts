import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildBundle, bundleSize, startUpTime } from "./bundle.ts";
import { CASE_NAMES, CASES, type CaseName } from "./cases.ts";
import { type Comparison, compare, type Settings } from "./measure.ts";
import { type MemorySample, measureMemory } from "./memory.ts";
import { describe, machine, type Report } from "./report.ts";
import { fillStorage } from "./storage.ts";
import { Workers } from "./workers.ts";

const USAGE = `npm run bench -- [--starts 5] [--rounds 3] [--seconds 1] [--only ${CASE_NAMES.join(",")}] [--json] [--memory]
`;

/** The isolate remembers 10,000: going round more of them, each is forgotten before it comes again. */
const STORED = { short: 12_000, created: 500 };

const MEMORY = { links: 200_000, redirects: 1_000_000, step: 100_000 };

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    only: { type: "string", default: CASE_NAMES.join(",") },
    json: { type: "boolean", default: false },
    memory: { type: "boolean", default: false },
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

async function runBench(directory: string, names: readonly CaseName[], settings: Settings): Promise<Report> {
  const bundle = join(directory, "bundle");
  progress("Building the bundle and filling the storage");
  await buildBundle(bundle);
  const stored = await fillStorage(bundle, join(directory, "storage"), STORED);
  const workers = new Workers(bundle, directory);
  const comparisons: Comparison[] = [];
  for (const name of names) {
    progress(CASES[name].name);
    comparisons.push(await compare(CASES[name], workers, stored, settings));
  }
  return {
    date: new Date().toISOString(),
    machine: machine(),
    comparisons,
    cpuPerCreate: comparisons.find(({ name }) => name === CASES.create.name)?.service.cpuPerRequest ?? null,
    bundle: await bundleSize(bundle),
    startUp: await startUpTime(directory),
  };
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && value < 10_000) return value;
  throw new RangeError(`--${name} must be a positive number`);
}

function casesOf(text: string): CaseName[] {
  const wanted = text.split(",");
  const unknown = wanted.filter((name) => !Object.hasOwn(CASES, name));
  if (unknown.length > 0) throw new RangeError(`--only knows no ${unknown.join(", ")}`);
  return CASE_NAMES.filter((name) => wanted.includes(name));
}

const directory = await mkdtemp(join(tmpdir(), "shoppable-links-bench-"));
try {
  if (values.help) process.stdout.write(USAGE);
  else if (values.memory) await measureMemory(directory, MEMORY, printMemory);
  else {
    const settings = {
      starts: Math.ceil(number("starts", values.starts)),
      rounds: Math.ceil(number("rounds", values.rounds)),
      seconds: number("seconds", values.seconds),
      requests: Number.POSITIVE_INFINITY,
      connections: 16,
    };
    const report = await runBench(directory, casesOf(values.only), settings);
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
