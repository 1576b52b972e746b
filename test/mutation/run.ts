import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyWithMutants, mutantsOf } from "./copy.ts";
import { learn } from "./events.ts";
import { byMutant, namesOf, noticedSince, readHints, writeHints } from "./hints.ts";
import { forgetChanged, hashOf, keysOf, passedOf, readKnown, triedOf, writeKnown } from "./known.ts";
import { type Load, writeLoads } from "./loads.ts";
import { type Plan, planTries, type Round } from "./plan.ts";
import { planHinted, planTelling } from "./plan-hinted.ts";
import { planBare, planHintedLoads, planLoads, START_MS, sourcesIn } from "./plan-loads.ts";
import { runFiles } from "./run-files.ts";
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
  { most: Number.POSITIVE_INFINITY },
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

/** What is known of each mutant. */
function judge(): Judged[] {
  const { again, once } = passedOf(known);
  const tried = triedOf(known);
  return mutants.map((mutant, id) => {
    const key = keys[id] ?? "";
    return {
      mutant,
      killed: key in known.killed,
      explained: explained.has(id),
      tried: tried.has(key),
      covered: mutant.loads || again.has(key) || once.has(key),
    };
  });
}

type Open = ReturnType<typeof openMutants>[number];
const openMutants = () =>
  judge()
    .filter(isOpen)
    .map(({ mutant: { id, loads } }) => ({ id, loads, key: keys[id] ?? "", name: names[id] ?? "" }));
/** What can be on while the code runs. */
const openInRuns = () => openMutants().filter(({ loads }) => !loads);
/** What has to be on from the start; `isLast`: also what no test could try while it ran, as none passed it once more. */
function openOnLoad(isLast: boolean): Open[] {
  const tried = triedOf(known);
  return openMutants().filter(({ loads, key }) => loads || (isLast && (known.kept[key] || !tried.has(key))));
}
const say = (text: string): void =>
  void process.stdout.write(`${text}: ${((Date.now() - start) / 60_000).toFixed(1)} min\n`);

const PLACE_OF_RUN = { root: ROOT, copy: COPY, results: RESULTS, until, spareMs: SPARE_MS, workers: WORKERS };
const learnAll = (): void => learn(known, RESULTS, keys);
const isOver = (): boolean => Date.now() > until - SPARE_MS / 2;

/** Tries the mutants of a plan. */
function run(tries: Plan, alone = false): void {
  const files = Object.keys(tries);
  if (files.length === 0 || isOver()) return;
  for (const file of files) known.files[file] ??= { hash: testHashes[file] ?? "", whole: false, tests: {} };
  runFiles(PLACE_OF_RUN, files, { tries, alone }, learnAll);
  for (const file of files)
    if (Object.keys(known.files[file]?.tests ?? {}).length === 0) delete known.files[file];
  writeKnown(KNOWN, known);
}

/** Tries mutants that are on from the start in files that pass without any, as many as there is time for. */
function load(planned: readonly Load[]): void {
  const most = ((until - Date.now()) * WORKERS) / START_MS;
  const within = planned.slice(0, Math.max(0, most));
  for (const isBare of [true, false]) {
    const loads = writeLoads(COPY, isBare ? planBare(known, within) : within.filter(isLoadable));
    const files = Object.keys(loads);
    if (files.length > 0 && !isOver()) runFiles(PLACE_OF_RUN, files, { loads }, learnAll);
  }
  writeKnown(KNOWN, known);
}
const isLoadable = ({ file }: Load): boolean => known.files[file]?.loadable !== false;

/** Tries mutants, and says how many are left. */
function step(text: string, openNow: typeof openMutants, tryThem: (open: Open[]) => void): void {
  const open = openNow();
  if (open.length === 0) return;
  tryThem(open);
  say(`${text}: ${openNow().length} of ${open.length} open mutants are left`);
}
const tryHinted = (): void =>
  step("By the tests that noticed them last", openInRuns, (open) =>
    run(planHinted(known, open, tests, hints)),
  );

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
step(
  "On from the start, by the tests that noticed them last",
  () => openOnLoad(true),
  (open) => load(planHintedLoads(known, open, tests, hints)),
);
const texts = sourcesIn(ROOT, sourcesOf(ROOT, ["src"]));
const loadStep = (most: number, isLast: boolean): void =>
  step(
    `On from the start, in ${most} more files`,
    () => openOnLoad(isLast),
    (open) => load(planLoads(known, open, tests, texts, most)),
  );
loadStep(1, false);
for (const round of ROUNDS)
  step("By the likeliest tests", openInRuns, (open) => {
    const budget = (until - Date.now()) * WORKERS * SHARE_OF_ROUND;
    run(planTries(known, open, tests, round, budget), round.alone);
  });
loadStep(2, true);
loadStep(6, true);

const judged = judge();
writeFileSync(join(PLACE, "survivors.json"), JSON.stringify(judged.filter(isOpen), null, 2));
const all = namesOf(mutantsOf(ROOT, sourcesOf(ROOT, [...new Set([...PARTS, ...parts])])).mutants);
writeHints(
  HINTS,
  noticedSince(hints, all, judged, names, tests, (id) => known.killed[keys[id] ?? ""]),
);
process.stdout.write(reportOf(judged, parts));
process.exitCode = shareOf(judged) >= 0.9 ? 0 : 1;
