import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyWithMutants, mutantsOf } from "./copy.ts";
import { byMutant, namesOf, noticedSince, readHints, writeHints } from "./hints.ts";
import { forgetChanged, hashOf, keysOf, learn, passedOf, readKnown, triedOf, writeKnown } from "./known.ts";
import { type Plan, planTries, type Round } from "./plan.ts";
import { planHinted, planTelling } from "./plan-hinted.ts";
import { isOpen, type Judged, reportOf, shareOf } from "./score.ts";
import { allTests, hashesOf, PARTS, sourcesOf, testsOf } from "./selection.ts";
import { explainedOf } from "./survivors.ts";

/**
 * `npm run mutate -- src/access [--tests test/access …] [--anew] [--minutes 55]`: puts every mutant of a part of the code into
 * a copy of the project, runs the tests of the copy, and reports which mutants no test has noticed. docs:
 * test/mutation/README.md
 */
const ROOT = join(import.meta.dirname, "../..");
const HINTS = join(import.meta.dirname, "noticed-by.json");
/** Not below a folder whose name begins with a dot, where vitest finds no tests. */
const PLACE = join(tmpdir(), `shoppable-links-mutation-${hashOf(ROOT).slice(0, 8)}`);
const COPY = join(PLACE, "tree");
const RESULTS = join(PLACE, "results");
const KNOWN = join(PLACE, "known.json");
const KEYS = join(PLACE, "keys.json");

/** How many files of tests run at a time: as they wait for each other's runtimes, two cores are busy with more than two. */
const WORKERS = Number(process.env.MUTATION_WORKERS ?? 3);
/** Of what is left of the time, a round plans to use so much: the next ones look further where it noticed little. */
const SHARE_OF_ROUND = 0.5;
/** What is being tried when the time is over may take so long. */
const SPARE_MS = 60_000;
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

const start = Date.now();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: "string", multiple: true },
    anew: { type: "boolean", default: false },
    minutes: { type: "string", default: "55" },
  },
});
const parts = positionals.length > 0 ? positionals : PARTS;
const until = start + Number(values.minutes) * 60_000;

const sources = sourcesOf(ROOT, parts);
const tests = testsOf(ROOT).filter((path) => values.tests?.some((each) => path.includes(each)) ?? true);

if (values.anew) rmSync(PLACE, { recursive: true, force: true });
mkdirSync(PLACE, { recursive: true });
const known = readKnown(KNOWN);
// What a run had told before it was stopped.
if (existsSync(KEYS) && existsSync(RESULTS))
  learn(known, RESULTS, JSON.parse(readFileSync(KEYS, "utf8")) as string[]);
rmSync(RESULTS, { recursive: true, force: true });
const sourceHashes = hashesOf(ROOT, sources);
const testHashes = hashesOf(ROOT, allTests(ROOT));
forgetChanged(known, testHashes, sourceHashes);
writeKnown(KNOWN, known);
const mutants = copyWithMutants(ROOT, COPY, sources);
const keys = keysOf(mutants, sourceHashes);
const names = namesOf(mutants);
const explained = explainedOf(mutants);
const hints = byMutant(readHints(HINTS));
writeFileSync(KEYS, JSON.stringify(keys));
process.stdout.write(`${mutants.length} mutants in ${sources.length} files\n`);

/**
 * What is known of each mutant. `isLast`: no more tests are to be tried, so that a mutant that every test which ran again passed only
 * the first time is one that is run once, though tests that ran once pass it.
 */
function judge(isLast: boolean): Judged[] {
  const { again, notAgain, once } = passedOf(known);
  const tried = triedOf(known);
  return mutants.map((mutant, id) => {
    const key = keys[id] ?? "";
    const found = { killed: key in known.killed, explained: explained.has(id), tried: tried.has(key) };
    const covered = again.has(key);
    const isOnce = covered ? isLast && !found.tried && notAgain.has(key) : once.has(key);
    return { mutant, ...found, covered, once: isOnce && !found.killed && !found.explained };
  });
}

const openMutants = () =>
  judge(false)
    .filter(isOpen)
    .map(({ mutant: { id } }) => ({ id, key: keys[id] ?? "", name: names[id] ?? "" }));
const say = (text: string): void =>
  void process.stdout.write(`${text}: ${((Date.now() - start) / 60_000).toFixed(1)} min\n`);

/** Runs the tests of a plan, and learns from what they tell. */
function run(plan: Plan, environment: NodeJS.ProcessEnv = {}): void {
  const files = Object.keys(plan);
  if (files.length === 0 || Date.now() > until - SPARE_MS / 2) return;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, "plan.json"), JSON.stringify(plan));
  for (const file of files) known.files[file] ??= { hash: testHashes[file] ?? "", whole: false, tests: {} };
  spawnSync(
    join(ROOT, "node_modules/.bin/vitest"),
    ["run", "--config", "test/mutation/vitest.config.ts", "--reporter=dot", ...files],
    {
      cwd: COPY,
      stdio: ["ignore", "inherit", "inherit"],
      // A test that a mutant keeps from ending must not keep the run from ending.
      timeout: until + SPARE_MS - Date.now(),
      env: {
        ...process.env,
        MUTATION_RESULTS: RESULTS,
        MUTATION_UNTIL: String(until),
        MUTATION_WORKERS: String(WORKERS),
        ...environment,
      },
    },
  );
  learn(known, RESULTS, keys);
  rmSync(RESULTS, { recursive: true, force: true });
  for (const file of files)
    if (Object.keys(known.files[file]?.tests ?? {}).length === 0) delete known.files[file];
  writeKnown(KNOWN, known);
}

function tryHinted(): void {
  const open = openMutants();
  run(planHinted(known, open, tests, hints));
  say(`${openMutants().length} of ${open.length} open mutants are left by the tests that noticed them last`);
}

tryHinted();
// What failed may have met what tries of the tests before it left.
const untold = tests.filter((file) => known.files[file]?.failed ?? !known.files[file]);
if (untold.length > 0 && openMutants().length > 0) {
  for (const file of untold) delete known.files[file]?.failed;
  run(planTelling(untold));
  const failed = untold.filter((file) => !known.files[file]);
  if (failed.length > 0)
    process.stdout.write(`They fail without any mutant, or the time was over: ${failed.join(" ")}\n`);
  say(`${untold.length} more files of tests have told what they pass`);
  tryHinted();
}
for (const round of ROUNDS) {
  const open = openMutants();
  const budget = (until - Date.now()) * WORKERS * SHARE_OF_ROUND;
  run(planTries(known, open, tests, round, budget), { MUTATION_ALONE: round.alone ? "1" : "" });
  say(`${open.length} open mutants tried, ${openMutants().length} are left`);
}

const judged = judge(true);
writeFileSync(join(PLACE, "survivors.json"), JSON.stringify(judged.filter(isOpen), null, 2));
const all = namesOf(mutantsOf(ROOT, sourcesOf(ROOT, [...new Set([...PARTS, ...parts])])).mutants);
writeHints(
  HINTS,
  noticedSince(hints, all, judged, names, (id) => known.killed[keys[id] ?? ""]),
);
process.stdout.write(reportOf(judged, parts));
process.exitCode = shareOf(judged) >= 0.9 ? 0 : 1;
