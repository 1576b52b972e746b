import { isLastTry, type Received, retryDelay } from "../platform/queue.ts";
import { type ImportQueue, isImportMessage } from "./import-queue.ts";
import { LEASE_MS, type RunDependencies, runChunk } from "./run-import.ts";

/** The longest pause between two tries, in seconds. */
const MAX_DELAY = 240;

/** What taking messages uses. */
export type TakeDependencies = RunDependencies & { importQueue: ImportQueue };

/**
 * Queue: for each message, creates the next rows of its import and sends the message for those after them. What fails
 * is retried, and ends in the dead-letter queue after the tries that wrangler.toml allows; then the cron sends a new one.
 */
export async function takeMessages(
  received: readonly Received[],
  dependencies: TakeDependencies,
): Promise<void> {
  for (const message of received) {
    try {
      await takeMessage(message, dependencies);
    } catch (cause) {
      const { body, attempts } = message;
      dependencies.log("error", "import", { message: body, attempts, cause });
      if (isLastTry(message)) dependencies.log("error", "dead letter", { queue: "imports", messages: 1 });
      message.retry({ delaySeconds: retryDelay(attempts, MAX_DELAY) });
    }
  }
}

async function takeMessage(message: Received, dependencies: TakeDependencies): Promise<void> {
  const { body, attempts } = message;
  if (!isImportMessage(body)) throw new TypeError("not a message of an import");
  const progress = await runChunk(body, dependencies);
  // Whoever is busy has a message of its own and sends the next one. But if this one was tried before, that may have
  // been itself, in an attempt that was killed.
  if (progress === "busy" && attempts > 1) {
    message.retry({ delaySeconds: LEASE_MS / 1000 });
    return;
  }
  if (progress === "more") await dependencies.importQueue.send(body);
  message.ack();
}
