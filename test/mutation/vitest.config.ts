import { join } from "node:path";
import { mergeConfig } from "vitest/config";
import base from "../vitest.config.ts";

/** Of the copy of the tree whose code holds its mutants: each test runs once for each mutant that it passes. */
export default mergeConfig(base, {
  test: {
    runner: join(import.meta.dirname, "runner.ts"),
    testTimeout: 30 * 60_000,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    // A poll that a mutant keeps from ever holding should end soon.
    expect: { poll: { timeout: 5_000 } },
  },
});
