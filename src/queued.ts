import type { Env } from "./env.ts";
import { isEditMessage } from "./extras/bulk-edits/bulk-edit.ts";
import { changePart, type EditDependencies } from "./extras/bulk-edits/run-bulk-edit.ts";
import { isImportMessage } from "./extras/imports/import-message.ts";
import { type RunDependencies, runChunk } from "./extras/imports/run-import.ts";
import { takeWakes } from "./extras/webhooks/wake.ts";
import { gatherWork } from "./ground/platform/background.ts";
import { isLastTry, LEASE_MS, type Received, type RunQueue, retryDelay } from "./ground/platform/queue.ts";
import { openDependencies } from "./wiring.ts";

/** The longest delay between two attempts, in seconds. */
const MAX_DELAY = 240;

export type RunMessageDependencies = RunDependencies & EditDependencies & { runQueue: RunQueue<object> };

/**
 * Queue: for each message, does the next part of its import or bulk edit and sends the message for the following part.
 * Failures are retried up to the limit in wrangler.toml and then go to the dead-letter queue; the cron job then sends a new
 * message.
 */
export async function handleRunMessages(
  received: readonly Received[],
  dependencies: RunMessageDependencies,
): Promise<void> {
  for (const message of received) {
    try {
      await handleMessage(message, dependencies);
    } catch (cause) {
      const { body, attempts } = message;
      const event = isEditMessage(body) ? "bulk edit" : "import";
      dependencies.log("error", event, { message: body, attempts, cause });
      if (isLastTry(message)) dependencies.log("error", "dead letter", { queue: "imports", messages: 1 });
      message.retry({ delaySeconds: retryDelay(attempts, MAX_DELAY) });
    }
  }
}

async function handleMessage(message: Received, dependencies: RunMessageDependencies): Promise<void> {
  const { body, attempts } = message;
  if (!isImportMessage(body) && !isEditMessage(body)) throw new TypeError("not a message of a run");
  const state = isImportMessage(body)
    ? await runChunk(body, dependencies)
    : await changePart(body, dependencies);
  // A busy worker has its own message and sends the next. But if this message was attempted before, the lease may
  // belong to its own killed attempt.
  if (state === "busy" && attempts > 1) {
    message.retry({ delaySeconds: LEASE_MS / 1000 });
    return;
  }
  if (state === "more") await dependencies.runQueue.send(body);
  message.ack();
}

/** Processes messages of imports and bulk edits, and waits until all work that they started has ended. */
export async function takeRuns(messages: readonly Received[], env: Env): Promise<void> {
  const { waitUntil, settled } = gatherWork();
  const dependencies = openDependencies(env, waitUntil);
  await handleRunMessages(messages, dependencies);
  for (const { body } of messages)
    if (isImportMessage(body) || isEditMessage(body))
      waitUntil(dependencies.wakes.after(body.organizationId));
  await settled();
}

/** Takes the messages that wake the delivery of events off their queue. */
export const takeWebhooks = (messages: readonly Received[], env: Env): Promise<void> =>
  takeWakes(
    messages,
    openDependencies(env, () => {}),
  );
