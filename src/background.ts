import type { Env } from "./env.ts";
import { dequeueRuns } from "./extras/runs/continue-runs.ts";
import { dequeueWakes } from "./extras/webhooks/wake.ts";
import { gatherWork, type Received } from "./ground/platform/background.ts";
import { RUNS } from "./run-steps.ts";
import { openDependencies, type Wiring } from "./wiring.ts";

// One module for what runs without a request: separate modules would need more bytes for what they share.
export { runJobs } from "./scheduled.ts";

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
