import { changePart } from "./extras/bulk-edits/run-bulk-edit.ts";
import { writeFiles } from "./extras/exports/run-exports.ts";
import { createRows } from "./extras/imports/run-import.ts";
import { type Continued, continueRun, takeStep as stepOf } from "./extras/runs/continue-runs.ts";
import type { RunMessage } from "./extras/runs/run.ts";
import type { Wiring } from "./wiring.ts";

/** What steps need: they start no other steps. */
type StepWiring = Omit<Wiring, "takeStep">;

/** Does the next step of a run, by its kind. */
export const RUNS = {
  import: (message: RunMessage, all: StepWiring) =>
    continueRun(message, all.imports, (next) => createRows(next, all), all),
  bulk_edit: (message: RunMessage, all: StepWiring) =>
    continueRun(message, all.bulkEdits, (next) => changePart(next, all), all),
  export: (message: RunMessage, all: StepWiring) =>
    continueRun(message, all.exports, (next) => writeFiles(next, all), all),
};

/** Does the next step of the run of a message. Throws as `takeStep` of runs does. */
export const takeStep = (message: RunMessage, all: StepWiring): Promise<Continued> =>
  stepOf(message, RUNS, all);
