import {
  beginTest,
  changedStorage,
  noteStorage,
  quietServices,
  restoreStorage,
  switchTo,
} from "./services.ts";

/** One test, which can run as often as one likes, and what is to be told of it. */
export interface Trial {
  /** Runs it; gives whether it passes. */
  holds(): Promise<boolean>;
  /** It has run once, and passes these. */
  passes(ids: Iterable<number>): void;
  killed(ids: readonly number[]): void;
  held(ids: readonly number[]): void;
  /** It passes these only the first time that it runs: while modules are loaded, or what they remember is read. */
  passesOnce(ids: readonly number[]): void;
  /** The test fails without any mutant, alone or when it runs again: it says nothing of any. */
  unusable(): void;
  isOver(): boolean;
}

/** So many mutants at most are on together, where a test has long noticed none. */
const MOST_TOGETHER = process.env.MUTATION_ALONE ? 1 : 16;
/** Mutants whose numbers are closer than this may be of one expression, where one hides the other. */
const APART = 25;
/** After so many mutants that were noticed in a row, the test runs without any. */
const MOST_UNCONFIRMED = 6;
/** A test whose runs leave rows behind finds storage as it was again after so many. */
const RUNS_UNTIL_RESTORED = 40;

/** Takes the first `count` mutants from `left` that are far apart from each other. */
function takeTogether(left: number[], count: number): number[] {
  const taken: number[] = [];
  for (const id of left) {
    if (taken.length === count) break;
    if (taken.every((other) => Math.abs(other - id) >= APART)) taken.push(id);
  }
  for (const id of taken) left.splice(left.indexOf(id), 1);
  return taken;
}

/**
 * Runs a test with each of these mutants on. Where it notices few of them, several are on at a time, and are only told apart
 * where it fails. Storage is brought back before each run only if the test can't run without. That a test fails says
 * something of a mutant only if it passes again without it, or with others.
 */
export async function tryMutants(ids: readonly number[], trial: Trial): Promise<void> {
  await beginTest();
  const before = await noteStorage();
  if (!(await trial.holds())) return trial.unusable();
  const first = await switchTo([]);
  trial.passes(first);
  // Those whose code the test does not run need not be asked each time; it may yet write to their storage itself.
  const quiet = quietServices();
  const after = await noteStorage();
  const written = changedStorage(before, after);
  let restores = false;
  let runs = 0;
  const run = async (active: readonly number[]): Promise<boolean> => {
    await switchTo(active, quiet);
    if (restores || ++runs % RUNS_UNTIL_RESTORED === 0) await restoreStorage(written);
    return trial.holds();
  };
  /** Whether it passes without any mutant, from now on perhaps on storage that is brought back each time. */
  const holdsWithout = async (): Promise<"yes" | "restored" | "no"> => {
    if (await run([])) return "yes";
    if (restores || written.size === 0) return "no";
    restores = true;
    return (await run([])) ? "restored" : "no";
  };
  /** Which mutants it passes once more, perhaps on storage that is brought back each time. */
  const passedAgain = async (): Promise<ReadonlySet<number>> => {
    const again = await switchTo([], quiet);
    if (restores || written.size === 0 || ids.every((id) => again.has(id))) return again;
    restores = true;
    if (!(await run([]))) return again;
    const restored = await switchTo([], quiet);
    restores = ids.some((id) => restored.has(id) && !again.has(id));
    return restores ? restored : again;
  };
  /** The tests that follow in its file find what they would find after one run. */
  const leave = async (): Promise<void> => {
    await switchTo([]);
    await restoreStorage(new Map([...after].filter(([url]) => written.has(url))));
  };
  if ((await holdsWithout()) === "no") {
    await leave();
    return trial.unusable();
  }
  const again = await passedAgain();
  trial.passesOnce(ids.filter((id) => first.has(id) && !again.has(id)));

  const left = ids.filter((id) => again.has(id));
  let together = 1;
  let failed: number[] = [];
  while (left.length + failed.length > 0 && !trial.isOver()) {
    if (failed.length >= MOST_UNCONFIRMED || left.length === 0) {
      const outcome = await holdsWithout();
      // The first of them had what was good before.
      trial.killed(outcome === "yes" ? failed : outcome === "no" ? failed.slice(0, 1) : []);
      if (outcome === "no") break;
      if (outcome === "restored") left.unshift(...failed);
      failed = [];
      continue;
    }
    const active = takeTogether(left, together);
    if (await run(active)) {
      trial.held(active);
      trial.killed(failed);
      failed = [];
      together = Math.min(MOST_TOGETHER, 2 * together);
    } else if (active.length === 1) {
      failed.push(...active);
      together = 1;
    } else {
      left.unshift(...active);
      together = Math.ceil(active.length / 2);
    }
  }
  await leave();
}
