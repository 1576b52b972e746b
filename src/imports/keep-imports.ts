import { isUnavailable } from "../platform/d1.ts";
import { KEPT_DAYS } from "./import.ts";
import type { ImportStore } from "./import-store.ts";
import { type RunDependencies, runChunk } from "./run-import.ts";

/**
 * How many chunks of 100 rows one cron run creates. On the Free plan one run may make 50 queries of D1, which all jobs
 * share, and a chunk takes about 20.
 */
const CHUNKS_PER_RUN = 1;
const DELETED_PER_RUN = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Job: goes on with imports whose page nobody has open, those untouched longest first. */
export async function continueImports(dependencies: RunDependencies): Promise<void> {
  for (const id of await dependencies.imports.due(dependencies.now(), CHUNKS_PER_RUN)) {
    try {
      await runChunk(id, dependencies);
    } catch (cause) {
      dependencies.log("error", "import", { importId: id, cause });
      if (isUnavailable(cause)) throw cause;
    }
  }
}

/** Job: deletes imports that were added more than 30 days ago, with their rows. Their links stay. */
export async function deleteOldImports({ imports, due }: { imports: ImportStore; due: Date }): Promise<void> {
  const before = new Date(due.getTime() - KEPT_DAYS * DAY_MS);
  for (const id of await imports.addedBefore(before, DELETED_PER_RUN)) await imports.remove(id);
}
