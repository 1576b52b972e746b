import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";

type Cleanup = () => unknown;

/** The suites of a test, the outermost first. */
function suitesOf({ suite, file }: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let each: RunnerTestSuite | undefined = suite ?? file; each; each = each.suite) suites.unshift(each);
  return suites[0] === file ? suites : [file, ...suites];
}

/** Calls what a test file does before each test; gives what is to be done after it besides. */
export async function callBefore(test: RunnerTestCase): Promise<Cleanup[]> {
  const cleanups: Cleanup[] = [];
  for (const suite of suitesOf(test))
    for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
      const cleanup: unknown = await hook(test.context, suite);
      if (typeof cleanup === "function") cleanups.push(() => cleanup());
    }
  return cleanups;
}

/** Calls what a test file does after each test, and what the test itself asked for. */
export async function callAfter(test: RunnerTestCase, cleanups: readonly Cleanup[]): Promise<void> {
  for (const suite of suitesOf(test).reverse())
    for (const hook of [...TestRunner.getSuiteHooks(suite).afterEach].reverse())
      await hook(test.context, suite);
  for (const cleanup of cleanups) await cleanup();
  // Where vitest keeps what `onTestFinished` was given, which its types leave out.
  const asked = test as { onFinished?: ((context: object) => unknown)[] };
  for (const finish of [...(asked.onFinished ?? [])].reverse()) await finish(test.context);
  asked.onFinished = [];
}
