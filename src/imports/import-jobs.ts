import { DAY_MS } from "../core/days.ts";
import { RETENTION_DAYS } from "./import.ts";
import type { ImportQueue } from "./import-queue.ts";
import type { ImportStore } from "./import-store.ts";

/**
 * How long a running import may make no progress until its message counts as lost, in milliseconds: longer than the
 * longest delay between two attempts.
 */
const STALLED_MS = 5 * 60 * 1000;
const SENT_PER_RUN = 10;
const DELETED_PER_RUN = 2;

interface ResumeDependencies {
  imports: Pick<ImportStore, "resetFutureTimes" | "stalled" | "touch">;
  importQueue: ImportQueue;
  now: () => Date;
}

/**
 * Job: resends the message of running imports without progress, because the queue rejected or lost it. A time in the
 * future, written by a wrong clock, is reset to now: otherwise the import would wait for it.
 */
export async function resumeImports({ imports, importQueue, now }: ResumeDependencies): Promise<void> {
  await imports.resetFutureTimes(now());
  const stalled = await imports.stalled(new Date(now().getTime() - STALLED_MS), SENT_PER_RUN);
  if (stalled.length === 0) return;
  for (const message of stalled) await importQueue.send(message);
  // After the messages are sent, so that the next run retries failures.
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
