import type { Dependencies } from "./dependencies.ts";
import type { Env } from "./env.ts";
import { changePart } from "./extras/bulk-edits/run-bulk-edit.ts";
import { writeFiles } from "./extras/exports/run-exports.ts";
import { createRows } from "./extras/imports/run-import.ts";
import { type Continued, continueRun, LEASE_MS } from "./extras/runs/continue-runs.ts";
import { isRunMessage, type RunKind, type RunMessage } from "./extras/runs/run.ts";
import { takeWakes } from "./extras/webhooks/wake.ts";
import { gatherWork } from "./ground/platform/background.ts";
import { isLastTry, type Received, retryDelay } from "./ground/platform/queue.ts";
import { openDependencies } from "./wiring.ts";

/** The longest delay between two attempts, in seconds. */
const MAX_DELAY = 240;

/** Does the next step of a run. */
const RUNS: Record<RunKind, (message: RunMessage, dependencies: Dependencies) => Promise<Continued>> = {
  import: (message, all) => continueRun(message, all.imports, (next) => createRows(next, all), all),
  bulk_edit: (message, all) => continueRun(message, all.bulkEdits, (next) => changePart(next, all), all),
  export: (message, all) => continueRun(message, all.exports, (next) => writeFiles(next, all), all),
};

/** Does the next step of the run of a message, as `continueRun` does. */
export const takeStep = (message: RunMessage, dependencies: Dependencies): Promise<Continued> =>
  RUNS[message.kind](message, dependencies);

/**
 * Queue: for each message, does the next step of its run and sends the message for the following step.
 * Failures are retried up to the limit in wrangler.toml and then go to the dead-letter queue; the cron job then sends a new
 * message.
 */
export async function handleRunMessages(
  received: readonly Received[],
  dependencies: Dependencies,
): Promise<void> {
  for (const message of received) {
    try {
      await handleMessage(message, dependencies);
    } catch (cause) {
      const { body, attempts } = message;
      dependencies.log("error", "run", { message: body, attempts, cause });
      if (isLastTry(message)) dependencies.log("error", "dead letter", { queue: "runs", messages: 1 });
      message.retry({ delaySeconds: retryDelay(attempts, MAX_DELAY) });
    }
  }
}

async function handleMessage(message: Received, dependencies: Dependencies): Promise<void> {
  const { body, attempts } = message;
  if (!isRunMessage(body)) throw new TypeError("not a message of a run");
  const continued = await takeStep(body, dependencies);
  // A busy worker has its own message and sends the next. But if this message was attempted before, the lease may
  // belong to its own killed attempt.
  if (continued === "busy" && attempts > 1) {
    message.retry({ delaySeconds: LEASE_MS / 1000 });
    return;
  }
  if (continued === "more") await dependencies.runQueue.send(body);
  message.ack();
}

/** Processes messages of runs, and waits until all work that they started has ended. */
export async function takeRuns(messages: readonly Received[], env: Env): Promise<void> {
  const { waitUntil, settled } = gatherWork();
  const dependencies = openDependencies(env, waitUntil);
  await handleRunMessages(messages, dependencies);
  for (const { body } of messages)
    if (isRunMessage(body))
      for (const follow of dependencies.followUps) waitUntil(follow(body.organizationId));
  await settled();
}

/** What takes the messages of a queue, by the end of the queue's name. */
const QUEUES: Readonly<Record<string, (messages: readonly Received[], env: Env) => Promise<void>>> = {
  runs: takeRuns,
  webhooks: (messages, env) =>
    takeWakes(
      messages,
      openDependencies(env, () => {}),
    ),
};

/** Takes the messages of any queue but that of visits. */
export async function takeMessages(queue: string, messages: readonly Received[], env: Env): Promise<void> {
  const take = Object.entries(QUEUES).find(([name]) => queue.endsWith(`-${name}`))?.[1];
  if (!take) throw new TypeError(`Nothing takes the messages of ${queue}.`);
  await take(messages, env);
}
