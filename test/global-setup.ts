import type { TestProject } from "vitest/node";
import { BUILD_DIRECTORY, buildWorker } from "../src/surfaces/cli/wrangler/build.ts";

/** Builds the Worker before the tests, and when watching before they run again. */
export async function setup(project: TestProject): Promise<void> {
  await buildWorker(BUILD_DIRECTORY);
  project.onTestsRerun(async () => {
    await buildWorker(BUILD_DIRECTORY);
  });
}
