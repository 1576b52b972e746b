import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunnerTestCase, TestRunner } from "vitest";
import type { Env } from "../../src/env.ts";
import { keep, restore } from "./snapshot.ts";
import { MUTANT_HEADER } from "./switch.ts";

/** Where the workers of a run tell each other what is known of a mutant, by its number. */
const RESULTS = process.env.MUTATION_RESULTS ?? "";
/** So many tests may look at one mutant: those that come first are the closest to it. */
const MOST_TESTS = Number(process.env.MUTATION_MOST_TESTS ?? 40);

interface Shared {
  mutationState?: { active: number; passed: Set<number> };
  /** The services that tests of this process have started, by their addresses; `startService` of the copy adds them. */
  mutationServices?: Map<string, Env>;
}
const shared = globalThis as unknown as Shared;

const known = (kind: string, id: number): string => join(RESULTS, `${kind}-${id}`);
const tries = new Map<number, number>();

/** Switches a mutant on, here and in every running service; gives those that were passed since the last switch. */
async function switchTo(id: number): Promise<Set<number>> {
  const passed = new Set(shared.mutationState?.passed);
  shared.mutationState?.passed.clear();
  if (shared.mutationState) shared.mutationState.active = id;
  for (const service of shared.mutationServices?.keys() ?? []) {
    try {
      const answer = await fetch(service, {
        headers: { [MUTANT_HEADER]: String(id) },
        signal: AbortSignal.timeout(5_000),
      });
      for (const each of (await answer.json()) as number[]) passed.add(each);
    } catch {
      // The test has closed it.
      shared.mutationServices?.delete(service);
    }
  }
  return passed;
}

/** Notes what services store, and gives a function that brings them back to it. */
async function noteStorage(): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    [...(shared.mutationServices?.values() ?? [])].map(async (env) => [env, await keep(env)] as const),
  );
  return async () => {
    for (const [env, stored] of kept) await restore(env, stored);
  };
}

/**
 * Runs each test as it is, notes which mutants it passes, and then runs it once more with each of them on: a test that now
 * fails has noticed the mutant. Nothing is built or started anew for a mutant.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a runner by its default export.
export default class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    await switchTo(-1);
    // A service that the last test has closed is gone from the list by now.
    const restoreStorage = await noteStorage();
    const start = performance.now();
    await run();
    const limit = 5 * (performance.now() - start) + 3_000;
    const passed = [...(await switchTo(-1))];
    for (const id of passed) writeFileSync(known("passed", id), "");
    const left = passed.filter((id) => !existsSync(known("killed", id)) && (tries.get(id) ?? 0) < MOST_TESTS);
    if (left.length === 0) return;
    const again = async (): Promise<boolean> => {
      await restoreStorage();
      return this.holds(test, run, limit);
    };
    // A test that can't be run twice says nothing of a mutant.
    if (!(await again())) return;
    for (const id of left) {
      if (existsSync(known("killed", id))) continue;
      tries.set(id, (tries.get(id) ?? 0) + 1);
      await switchTo(id);
      const survived = await again();
      await switchTo(-1);
      if (survived) continue;
      writeFileSync(known("killed", id), test.name);
      // What the mutant left behind may fail the test for good; then it has told all that it can.
      if (!(await again())) return;
    }
  }

  private async holds(test: RunnerTestCase, run: () => unknown, limit: number): Promise<boolean> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    const attempt = Promise.resolve().then(run);
    attempt.catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("late")), limit);
    });
    try {
      await Promise.race([attempt, late]);
      this.onAfterTryTask(test);
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    }
  }
}
