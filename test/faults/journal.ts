/** Where journal.worker.ts tells what became of visits. */
export const JOURNAL = "/cdn-test/journal";

/** Where it runs the job "keep visits". */
export const KEEP = "/cdn-test/keep-visits";

/** Visits that the queue has said to have taken, and visits that are counted. */
export interface Journal {
  acknowledged: number;
  counted: number;
}
