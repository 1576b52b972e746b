import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyWithMutants } from "./copy.ts";
import type { Mutant } from "./instrument.ts";
import { forgetChanged, hashOf, keysOf, learn, passedOf, readKnown, writeKnown } from "./known.ts";
import { planTries, type Round } from "./plan.ts";
import { isOpen, type Judged, reportOf, shareOf } from "./score.ts";
import { explainedOf } from "./survivors.ts";

/**
 * `npm run mutate -- src/access [--tests test/access …] [--anew] [--minutes 60]`: puts every mutant of a part of the code into
 * a copy of the project, runs the tests of the copy, and reports which mutants no test has noticed. docs:
 * test/mutation/README.md
 */
const ROOT = join(import.meta.dirname, "../..");
/** Not below a folder whose name begins with a dot, where vitest finds no tests. */
const PLACE = join(tmpdir(), `shoppable-links-mutation-${hashOf(ROOT).slice(0, 8)}`);
const COPY = join(PLACE, "tree");
const RESULTS = join(PLACE, "results");
const KNOWN = join(PLACE, "known.json");
const KEYS = join(PLACE, "keys.json");

/** What `npm run mutate` looks at where it is told no part. */
const PARTS = [
  "src/access",
  "src/dashboard/sign-in",
  "src/idempotency",
  "src/short-links",
  "src/links",
  "src/visits",
  "src/imports",
  "src/retailers",
];
/** Tests that run programs or build what they test themselves: no mutant is on there. */
const LEFT_OUT =
  /^test\/(?:bench|browser|cli|client|deploy|mutation|fuzz|model|soak)\/|^test\/[^/]*$|kill|start-up|lock-file|docs/;
/** Tests of what is read where there is a lot: it takes minutes to note what is stored. */
const OF_MANY_ROWS = /reads?\.test|reading-|rows-written|many-|load|counter/;
/**
 * Which more tests try a mutant in each round, until one notices it: quick ones first. Of what is left, some was on together with mutants
 * that kept the code from coming to it: those are tried alone.
 */
const ROUNDS: readonly Round[] = [
  { most: 3, longest: 700 },
  { most: 6, longest: 700 },
  { most: 4, longest: 2_500 },
  { most: 6, longest: 700, alone: true },
  { most: 30 },
  { most: 6, alone: true },
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: "string", multiple: true },
    anew: { type: "boolean", default: false },
    minutes: { type: "string", default: "60" },
  },
});
const parts = positionals.length > 0 ? positionals : PARTS;
const until = Date.now() + Number(values.minutes) * 60_000;

const filesBelow = (place: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
const hashesOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file, hashOf(readFileSync(join(ROOT, file), "utf8"))]));

const sources = parts
  .flatMap((part) => (/\.tsx?$/.test(part) ? [part] : filesBelow(part, /\.tsx?$/)))
  .filter((path) => !path.endsWith(".d.ts"));
const tests = filesBelow("test", /\.test\.ts$/)
  .filter((path) => !LEFT_OUT.test(path) && !OF_MANY_ROWS.test(path))
  .filter((path) => values.tests?.some((each) => path.includes(each)) ?? true);

if (values.anew) rmSync(PLACE, { recursive: true, force: true });
mkdirSync(PLACE, { recursive: true });
const known = readKnown(KNOWN);
// What a run had told before it was stopped.
if (existsSync(KEYS) && existsSync(RESULTS))
  learn(known, RESULTS, JSON.parse(readFileSync(KEYS, "utf8")) as string[]);
rmSync(RESULTS, { recursive: true, force: true });
const sourceHashes = hashesOf(sources);
const testHashes = hashesOf(filesBelow("test", /\.test\.ts$/));
forgetChanged(known, testHashes, sourceHashes);
writeKnown(KNOWN, known);
const mutants = copyWithMutants(ROOT, COPY, sources);
const keys = keysOf(mutants, sourceHashes);
const explained = explainedOf(mutants);
writeFileSync(KEYS, JSON.stringify(keys));
process.stdout.write(`${mutants.length} mutants in ${sources.length} files\n`);

function runTests(files: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  spawnSync(
    join(ROOT, "node_modules/.bin/vitest"),
    ["run", "--config", "test/mutation/vitest.config.ts", "--reporter=dot", ...files],
    {
      cwd: COPY,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, MUTATION_RESULTS: RESULTS, MUTATION_UNTIL: String(until), ...environment },
    },
  );
  learn(known, RESULTS, keys);
  rmSync(RESULTS, { recursive: true, force: true });
  writeKnown(KNOWN, known);
}

function judge(): Judged[] {
  const { again, once } = passedOf(known);
  return mutants.map((mutant: Mutant, id) => {
    const key = keys[id] ?? "";
    const covered = again.has(key);
    return {
      mutant,
      killed: key in known.killed,
      explained: explained.has(id),
      covered,
      once: !covered && once.has(key),
    };
  });
}

const minutesSince = (start: number): string => `${((Date.now() - start) / 60_000).toFixed(1)} min`;
const start = Date.now();
const unknown = tests.filter((file) => !known.files[file]);
if (unknown.length > 0) {
  mkdirSync(RESULTS);
  for (const file of unknown) known.files[file] = { hash: testHashes[file] ?? "", whole: false, tests: {} };
  runTests(unknown);
  const failed = unknown.filter((file) => Object.keys(known.files[file]?.tests ?? {}).length === 0);
  for (const file of failed) delete known.files[file];
  if (failed.length > 0) process.stdout.write(`Tests that fail without any mutant: ${failed.join(" ")}\n`);
  process.stdout.write(`${unknown.length} files of tests have told what they pass: ${minutesSince(start)}\n`);
}
for (const round of ROUNDS) {
  const open = judge()
    .filter(isOpen)
    .map(({ mutant: { id } }) => ({ id, key: keys[id] ?? "" }));
  const plan = planTries(known, open, tests, round);
  const files = Object.keys(plan);
  if (files.length === 0 || Date.now() > until) continue;
  mkdirSync(RESULTS);
  writeFileSync(join(RESULTS, "plan.json"), JSON.stringify(plan));
  runTests(files, { MUTATION_TRIES: "1", ...(round.alone && { MUTATION_ALONE: "1" }) });
  const left = judge().filter(isOpen).length;
  process.stdout.write(`${open.length} open mutants tried, ${left} are left: ${minutesSince(start)}\n`);
}

const judged = judge();
writeFileSync(join(PLACE, "survivors.json"), JSON.stringify(judged.filter(isOpen), null, 2));
process.stdout.write(reportOf(judged, parts));
process.exitCode = shareOf(judged) >= 0.9 ? 0 : 1;
