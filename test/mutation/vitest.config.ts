import { join } from "node:path";
import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../vitest.config.ts";

/** Runs files in the order in which they are named: the quickest first. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      process.argv.findIndex((name) => moduleId.endsWith(`/${name}`));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

/** Of the copy of the tree whose code holds its mutants. */
export default mergeConfig(base, {
  test: {
    runner: join(import.meta.dirname, "runner.ts"),
    sequence: { sequencer: AsNamed },
    testTimeout: 30 * 60_000,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
  },
});
