import type { Env } from "./env.ts";
import { changePart } from "./extras/bulk-edits/run-bulk-edit.ts";
import { writeFiles } from "./extras/exports/run-exports.ts";
import { createRows } from "./extras/imports/run-import.ts";
import { continueRun, dequeueRuns } from "./extras/runs/continue-runs.ts";
import type { RunMessage } from "./extras/runs/run.ts";
import { dequeueWakes } from "./extras/webhooks/wake.ts";
import { gatherWork, type Received } from "./ground/platform/background.ts";
import { openDependencies, type Wiring } from "./wiring.ts";

// One module for what runs without a request: separate modules would need more bytes for what they share.
export { runJobs } from "./scheduled.ts";

/** Does the next step of a run, by its kind. */
export const RUNS = {
  import: (message: RunMessage, all: Wiring) =>
    continueRun(message, all.imports, (next) => createRows(next, all), all),
  bulk_edit: (message: RunMessage, all: Wiring) =>
    continueRun(message, all.bulkEdits, (next) => changePart(next, all), all),
  export: (message: RunMessage, all: Wiring) =>
    continueRun(message, all.exports, (next) => writeFiles(next, all), all),
};

type Take = (messages: readonly Received[], all: Wiring) => Promise<void>;

/** What takes the messages of a queue, by the end of the queue's name. */
const QUEUES: Readonly<Record<string, Take>> = {
  runs: (messages, all) => dequeueRuns(messages, RUNS, all),
  webhooks: dequeueWakes,
};

/** Takes the messages of any queue but that of visits, and waits until all work that they started has ended. */
export async function takeMessages(queue: string, messages: readonly Received[], env: Env): Promise<void> {
  const take = Object.entries(QUEUES).find(([name]) => queue.endsWith(`-${name}`))?.[1];
  if (!take) throw new TypeError(`Nothing takes the messages of ${queue}.`);
  const { waitUntil, settled } = gatherWork();
  await take(messages, openDependencies(env, waitUntil));
  await settled();
}
