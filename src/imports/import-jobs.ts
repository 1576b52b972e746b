import { DAY_MS } from "../core/days.ts";
import { isLastTry, type Received, retryDelay } from "../platform/queue.ts";
import { RETENTION_DAYS } from "./import.ts";
import { type ImportQueue, isImportMessage } from "./import-queue.ts";
import type { ImportStore } from "./import-store.ts";
import { LEASE_MS, type RunDependencies, runChunk } from "./run-import.ts";

/** The longest delay between two attempts, in seconds. */
const MAX_DELAY = 240;

/** Dependencies of `handleImportMessages`. */
export type ImportMessageDependencies = RunDependencies & { importQueue: ImportQueue };

/**
 * Queue: for each message, creates the next rows of its import and sends the message for the following rows. Failures
 * are retried up to the limit in wrangler.toml and then go to the dead-letter queue; the cron job then sends a new
 * message.
 */
export async function handleImportMessages(
  received: readonly Received[],
  dependencies: ImportMessageDependencies,
): Promise<void> {
  for (const message of received) {
    try {
      await handleMessage(message, dependencies);
    } catch (cause) {
      const { body, attempts } = message;
      dependencies.log("error", "import", { message: body, attempts, cause });
      if (isLastTry(message)) dependencies.log("error", "dead letter", { queue: "imports", messages: 1 });
      message.retry({ delaySeconds: retryDelay(attempts, MAX_DELAY) });
    }
  }
}

async function handleMessage(message: Received, dependencies: ImportMessageDependencies): Promise<void> {
  const { body, attempts } = message;
  if (!isImportMessage(body)) throw new TypeError("not a message of an import");
  const progress = await runChunk(body, dependencies);
  // A busy worker has its own message and sends the next. But if this message was attempted before, the lease may
  // belong to its own killed attempt.
  if (progress === "busy" && attempts > 1) {
    message.retry({ delaySeconds: LEASE_MS / 1000 });
    return;
  }
  if (progress === "more") await dependencies.importQueue.send(body);
  message.ack();
}

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
