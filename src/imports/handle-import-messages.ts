import { isLastTry, type Received, retryDelay } from "../platform/queue.ts";
import { type ImportQueue, isImportMessage } from "./import-queue.ts";
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
