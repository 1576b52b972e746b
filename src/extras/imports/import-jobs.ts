import { DAY_MS } from "../../ground/core/days.ts";
import { type RunQueue, STALLED_MS } from "../../ground/platform/queue.ts";
import { RETENTION_DAYS } from "./import.ts";
import type { ImportMessage } from "./import-message.ts";
import type { ImportStore } from "./import-store.ts";

const SENT_PER_RUN = 10;
const DELETED_PER_RUN = 2;

interface ResumeDependencies {
  imports: Pick<ImportStore, "resetFutureTimes" | "stalled" | "touch">;
  runQueue: RunQueue<ImportMessage>;
  now: () => Date;
}

/**
 * Job: resends the message of running imports without progress, because the queue rejected or lost it. A time in the
 * future, written by a wrong clock, is reset to now: otherwise the import would wait for it.
 */
export async function resumeImports({ imports, runQueue, now }: ResumeDependencies): Promise<void> {
  await imports.resetFutureTimes(now());
  const stalled = await imports.stalled(new Date(now().getTime() - STALLED_MS), SENT_PER_RUN);
  if (stalled.length === 0) return;
  for (const message of stalled) await runQueue.send(message);
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
