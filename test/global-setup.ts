import { writeFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { contractTypes, TYPES } from "../client/generate.ts";
import { BUILD_DIRECTORY, buildWorker } from "../src/surfaces/cli/wrangler/build.ts";

/** Builds the Worker and the client's types before the tests, and when watching the Worker before they run again. */
export async function setup(project: TestProject): Promise<void> {
  await writeFile(TYPES, await contractTypes());
  await buildWorker(BUILD_DIRECTORY);
  project.onTestsRerun(async () => {
    await buildWorker(BUILD_DIRECTORY);
  });
}
