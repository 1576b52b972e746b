/** Where journal.worker.ts tells what became of visits. */
export const JOURNAL = "/cdn-test/journal";

/** Where it runs the job "keep visits"; with `?steps=3`, up to its third transaction, which is sent and never answered. */
export const KEEP = "/cdn-test/keep-visits";

/** Visits that the queue has said to have taken, and visits that are counted. */
export interface Journal {
  acknowledged: number;
  counted: number;
}

/** Where it tells what is in visit_months. */
export const MONTHS = "/cdn-test/months";

/** How many rows of visit_months are packed, and the visits of all rows. */
export interface Months {
  packed: number;
  visits: number;
}
