import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Loads } from "./loads.ts";
import type { Plan } from "./plan.ts";

/** What is to be tried: in tests that run again and again, or in files that are loaded for one mutant each. */
export interface Tries {
  tries?: Plan;
  loads?: Loads;
}

/** Where and how long files of tests run. */
export interface Place {
  /** The project, whose packages are taken. */
  root: string;
  /** The copy with the mutants. */
  copy: string;
  /** The folder where tests tell what they find. */
  results: string;
  /** When the time is over, in milliseconds since 1970, and how long what is being tried then may take. */
  until: number;
  spareMs: number;
  /** How many files run at a time. */
  workers: number;
}

/** Runs these files of tests in the copy, calls `learn` once they have told what they found, and forgets that. */
export function runFiles(
  { root, copy, results, until, spareMs, workers }: Place,
  files: readonly string[],
  { tries, loads, alone = false }: Tries & { alone?: boolean },
  learn: () => void,
): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, "plan.json"), JSON.stringify({ tries, loads }));
  spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--config", "test/mutation/vitest.config.ts", "--reporter=dot", ...files],
    {
      cwd: copy,
      stdio: ["ignore", "inherit", "inherit"],
      // A test that a mutant keeps from ending must not keep the run from ending.
      timeout: until + spareMs - Date.now(),
      env: {
        ...process.env,
        MUTATION_RESULTS: results,
        MUTATION_UNTIL: String(until),
        MUTATION_WORKERS: String(workers),
        MUTATION_ALONE: alone ? "1" : "",
      },
    },
  );
  learn();
  rmSync(results, { recursive: true, force: true });
}
