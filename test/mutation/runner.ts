import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type RunnerTestCase, TestRunner } from "vitest";
import { callAfter, callBefore } from "./hooks.ts";
import type { Event } from "./known.ts";
import type { Plan } from "./plan.ts";
import { switchTo } from "./services.ts";
import { tryMutants } from "./try-mutants.ts";

/** Where a run is told what to try, and tells what it has found. */
const RESULTS = process.env.MUTATION_RESULTS ?? "";
const UNTIL = Number(process.env.MUTATION_UNTIL ?? Number.POSITIVE_INFINITY);
const COPY = join(import.meta.dirname, "../..");

/** What is tried, by test; null while tests only tell what they cover. */
let plan: Plan | null | undefined;
function readPlan(): Plan | null {
  const path = join(RESULTS, "plan.json");
  plan ??= existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Plan) : null;
  return plan;
}

/** The workers of a run see by these files what another one has noticed. */
const noticed = (id: number): string => join(RESULTS, `killed-${id}`);

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
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const place = { file: relative(COPY, test.file.filepath), test: nameOf(test) };
    const planned = readPlan();
    if (planned === null) {
      const loaded = await switchTo([]);
      if (loaded.size > 0) tell({ kind: "loaded", ids: [...loaded] });
      const start = performance.now();
      await run();
      const ms = performance.now() - start;
      tell({ kind: "covered", ...place, ms, passed: [...(await switchTo([]))] });
      return;
    }
    const { whole, tests } = planned[place.file] ?? { whole: false, tests: {} };
    const ids = (tests[place.test] ?? []).filter((id) => !existsSync(noticed(id)));
    if (ids.length === 0 || Date.now() > UNTIL) {
      if (whole) await this.#holds(test, run, 60_000);
      return;
    }
    let longest = 0;
    let cleanups: (() => unknown)[] | null | undefined = [];
    await tryMutants(ids, {
      holds: async () => {
        // Vitest itself has called what comes before the first run.
        cleanups ??= await callBefore(test).catch(() => null);
        if (cleanups === null) return false;
        const start = performance.now();
        const limit = longest === 0 ? 60_000 : 3 * longest + 2_500;
        const isGood = await this.#holds(test, run, limit);
        if (longest === 0) longest = performance.now() - start;
        const after = callAfter(test, cleanups);
        cleanups = undefined;
        return after.then(
          () => isGood,
          () => false,
        );
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
      isOver: () => Date.now() > UNTIL,
    });
    // Vitest calls what comes after.
    if (!cleanups) await callBefore(test);
  }

  async #holds(test: RunnerTestCase, run: () => unknown, limit: number): Promise<boolean> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    const attempt = Promise.resolve().then(run);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("late")), limit);
    });
    try {
      await Promise.race([attempt, late]);
      this.onAfterTryTask(test);
      return true;
    } catch {
      // One that is late goes on: it should not meet the next run.
      await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, 3_000))]).catch(() => {});
      return false;
    } finally {
      clearTimeout(timer);
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    }
  }
}
