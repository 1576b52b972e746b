import { RUNS } from "../../src/background.ts";
import type { Dependencies } from "../../src/dependencies.ts";
import * as runs from "../../src/extras/runs/continue-runs.ts";
import type { RunMessage } from "../../src/extras/runs/run.ts";
import type { Received } from "../../src/ground/platform/background.ts";

/** Does the next step of the run of a message. */
export const takeStep = (message: RunMessage, dependencies: Dependencies) =>
  runs.takeStep(message, RUNS, dependencies);

/** Takes messages as the consumer of the queue does. */
export const dequeueRuns = (messages: readonly Received[], dependencies: Dependencies) =>
  runs.dequeueRuns(messages, RUNS, dependencies);
