import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;
/** In milliseconds: a run of one file ends without a list. */
const SLOW = 1000;

/** Ends a run with its slowest tests, so that one which became slow is seen by whoever made it so. */
export class SlowestTests implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const slow = files
      .flatMap((file) => [...file.children.allTests()].map((test) => ({ file, test })))
      .map(({ file, test }) => ({ file, name: test.fullName, took: test.diagnostic()?.duration ?? 0 }))
      .filter(({ took }) => took > SLOW)
      .sort((a, b) => b.took - a.took)
      .slice(0, SHOWN);
    if (slow.length === 0) return;
    const lines = slow.map(
      ({ file, name, took }) =>
        `${(took / 1000).toFixed(1).padStart(6)} s  ${file.relativeModuleId}: ${name}`,
    );
    process.stdout.write(`\n  Slowest tests\n${lines.join("\n")}\n\n`);
  }
}
