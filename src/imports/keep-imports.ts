import { DAY_MS } from "../core/days.ts";
import { RETENTION_DAYS } from "./import.ts";
import type { ImportQueue } from "./import-queue.ts";
import type { ImportStore } from "./import-store.ts";

/**
 * For how long a running import may stand still until its message counts as lost, in milliseconds: longer than the
 * longest pause between two tries.
 */
const STALLED_MS = 5 * 60 * 1000;
const SENT_PER_RUN = 10;
const DELETED_PER_RUN = 2;

/** What sending messages anew uses. */
interface ResumeDependencies {
  imports: Pick<ImportStore, "takeBack" | "stalled" | "touch">;
  importQueue: ImportQueue;
  now: () => Date;
}

/**
 * Job: sends a message anew for running imports that stand still, because the queue did not take it or lost it. A time
 * that is still to come, which a clock that was wrong has noted, counts as now: otherwise the import would wait for it.
 */
export async function resumeImports({ imports, importQueue, now }: ResumeDependencies): Promise<void> {
  await imports.takeBack(now());
  const stalled = await imports.stalled(new Date(now().getTime() - STALLED_MS), SENT_PER_RUN);
  if (stalled.length === 0) return;
  for (const message of stalled) await importQueue.send(message);
  // Once the messages are sent, so that what fails is sent by the next run.
  await imports.touch(
    stalled.map(({ importId }) => importId),
    now(),
  );
}

/** Job: deletes imports that were added more than 30 days ago, with their rows. Their links stay. */
export async function deleteOldImports({ imports, due }: { imports: ImportStore; due: Date }): Promise<void> {
  const before = new Date(due.getTime() - RETENTION_DAYS * DAY_MS);
  for (const id of await imports.addedBefore(before, DELETED_PER_RUN)) await imports.remove(id);
}
