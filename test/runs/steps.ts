import * as runs from "../../src/extras/runs/continue-runs.ts";
import type { RunMessage } from "../../src/extras/runs/run.ts";
import type { Received } from "../../src/ground/platform/background.ts";
import { RUNS } from "../../src/run-steps.ts";
import type { Wiring } from "../../src/wiring.ts";

/** Does the next step of the run of a message. */
export const takeStep = (message: RunMessage, dependencies: Wiring) =>
  runs.takeStep(message, RUNS, dependencies);

/** Takes messages as the consumer of the queue does. */
export const dequeueRuns = (messages: readonly Received[], dependencies: Wiring) =>
  runs.dequeueRuns(messages, RUNS, dependencies);
