import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
import type { Event } from "./events.ts";
import { shortOf } from "./hints.ts";
import { callAfter, callBefore } from "./hooks.ts";
import { LOADS } from "./load-with.ts";
import type { Load, Loads } from "./loads.ts";
import type { Plan } from "./plan.ts";
import { switchTo } from "./services.ts";
import { tryMutants } from "./try-mutants.ts";

/** Where a run is told what to try, and tells what it has found. */
const RESULTS = process.env.MUTATION_RESULTS ?? "";
const UNTIL = Number(process.env.MUTATION_UNTIL ?? Number.POSITIVE_INFINITY);
const COPY = join(import.meta.dirname, "../..");

/** The time of now and what waits for a later one, also where a test has put another clock in their places. */
const { now } = Date;
const { setTimeout, clearTimeout } = globalThis;
const clock = performance.now.bind(performance);
const isOver = (): boolean => now() > UNTIL;

/** What is tried, by test, or by the file that is loaded for it. */
let plan: { tries?: Plan; loads?: Loads } | undefined;
const readPlan = () =>
  (plan ??= JSON.parse(readFileSync(join(RESULTS, "plan.json"), "utf8")) as typeof plan & {});
const loadOf = (path: string): Load | undefined => readPlan().loads?.[relative(COPY, path)];

/** When the file that runs was loaded, how long its tests have taken, and whether one of them failed. */
let current = { start: 0, ran: 0, failed: false };

/** In the place of a test: what comes before the tests of a file. */
const HOOKS = "what comes before its tests";

const LATE = new Error("late");

/** The workers of a run see by these files what another one has noticed. */
const noticed = (id: number): string => join(RESULTS, `killed-${id}`);

const isNoticed = ({ mutant }: Load): boolean => mutant !== null && existsSync(noticed(mutant));

const tell = (event: Event): void =>
  appendFileSync(join(RESULTS, `events-${process.pid}.jsonl`), `${JSON.stringify(event)}\n`);

/** A test's name with those of its suites. */
function nameOf({ name, suite }: RunnerTestCase): string {
  const names = [name];
  for (let each = suite; each; each = each.suite) names.unshift(each.name);
  return names.filter((each) => each !== "").join(" > ");
}

/** Notes which mutants each test passes, or runs the tests of a plan with the mutants on that they are to try. */
// biome-ignore lint/style/noDefaultExport: vitest takes a runner by its default export.
export default class MutationRunner extends TestRunner {
  /** A file that is not begun before the time is over starts nothing. */
  override importFile(...file: Parameters<TestRunner["importFile"]>): unknown {
    const load = loadOf(file[0]);
    current = { start: performance.now(), ran: 0, failed: false };
    return isOver() || (load && isNoticed(load)) ? undefined : super.importFile(...file);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    const load = loadOf(suite.file.filepath);
    if (!load) return;
    if ((suite.result?.errors ?? []).length > 0) this.#fails(load, HOOKS);
    else if (suite === suite.file && load.mutant === null && !current.failed && !isOver())
      tell({ kind: "loadable", file: load.file, ms: performance.now() - current.start - current.ran });
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const load = loadOf(test.file.filepath);
    if (load) return this.#tryLoaded(load, test, run);
    const place = { file: relative(COPY, test.file.filepath), test: nameOf(test) };
    const { whole = false, tells = false, tests = {} } = readPlan().tries?.[place.file] ?? {};
    const planned = tests[place.test] ?? tests[shortOf(place.test)] ?? [];
    const ids = planned.filter((id) => !existsSync(noticed(id)));
    const loaded = await switchTo([]);
    if (tells && loaded.size > 0) tell({ kind: "loaded", ids: [...loaded] });
    this.#letPollsTake(30_000);
    if (isOver() && !whole) return;
    if (ids.length === 0 || isOver()) {
      const start = clock();
      if ((tells || whole) && !(await this.#holds(test, run, 60_000)))
        tell({ kind: "failed", file: place.file });
      else if (tells)
        tell({ kind: "covered", ...place, ms: clock() - start, passed: [...(await switchTo([]))] });
      return;
    }
    let longest = 0;
    let cleanups: (() => unknown)[] | null | undefined = [];
    await tryMutants(ids, {
      holds: async () => {
        // Vitest itself has called what comes before the first run.
        cleanups ??= await callBefore(test).catch(() => null);
        if (cleanups === null) return false;
        const start = clock();
        const limit = longest === 0 ? 60_000 : 3 * longest + 2_000;
        const isGood = await this.#holds(test, run, limit);
        if (longest === 0) {
          longest = clock() - start;
          // A poll that a mutant keeps from ever holding should end soon.
          this.#letPollsTake(1_000 + 2 * longest);
        }
        const after = callAfter(test, cleanups);
        cleanups = undefined;
        return after.then(
          () => isGood,
          () => false,
        );
      },
      passes: (passed) => {
        if (tells) tell({ kind: "covered", ...place, ms: longest, passed: [...passed] });
      },
      killed: (killed) => {
        for (const id of killed) {
          writeFileSync(noticed(id), "");
          tell({ kind: "killed", ...place, id });
        }
      },
      held: (held) => tell({ kind: "held", ...place, ids: held }),
      passesOnce: (once) => tell({ kind: "once", ...place, ids: once }),
      unusable: () => tell({ kind: "unusable", ...place }),
      isOver,
    });
    // Vitest calls what comes after.
    if (!cleanups) await callBefore(test);
  }

  /** Runs a test of a file that was loaded with a mutant on. */
  async #tryLoaded(load: Load, test: RunnerTestCase, run: () => unknown): Promise<void> {
    const { mutant, file, tests } = load;
    const name = nameOf(test);
    const ms = name === LOADS ? 0 : (tests[name] ?? tests[shortOf(name)]);
    if (ms === undefined || isOver() || isNoticed(load)) return;
    this.#letPollsTake(mutant === null ? 30_000 : 2_000 + 2 * ms);
    const start = performance.now();
    const holds = await this.#holds(test, run, 60_000);
    current.ran += performance.now() - start;
    if (!holds) this.#fails(load, name);
    else if (mutant !== null) tell({ kind: "kept", file, id: mutant });
  }

  #fails(load: Load, test: string): void {
    const { mutant, file } = load;
    current.failed = true;
    if (isOver() || isNoticed(load)) return;
    if (mutant === null) tell({ kind: "unloadable", file });
    else {
      writeFileSync(noticed(mutant), "");
      tell({ kind: "killed", file, test, id: mutant });
    }
  }

  #letPollsTake(timeout: number): void {
    this.config.expect.poll = { ...this.config.expect.poll, timeout };
  }

  async #holds(test: RunnerTestCase, run: () => unknown, limit: number): Promise<boolean> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    const attempt = Promise.resolve().then(run);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(LATE), limit);
    });
    try {
      await Promise.race([attempt, late]);
      this.onAfterTryTask(test);
      return true;
    } catch (error) {
      if (error === LATE) {
        // It goes on, and should not meet the next run: without a mutant it may end.
        await switchTo([]);
        await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, 1_000))]).catch(() => {});
      }
      return false;
    } finally {
      clearTimeout(timer);
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    }
  }
}
