/** Where journal.worker.ts tells what became of visits. */
export const JOURNAL = "/cdn-test/journal";

/** Where it runs the job "keep visits"; with `?steps=3`, up to its third transaction, which is sent and never answered. */
export const KEEP = "/cdn-test/keep-visits";

/** Visits that the queue has said to have taken, and visits that are counted. */
export interface Journal {
  acknowledged: number;
  counted: number;
}

/** Where it tells what became of days. */
export const MONTHS = "/cdn-test/months";

/** How many rows are left in visit_days, and all visits of days and months, by rows of links and by those of projects. */
export interface Months {
  days: number;
  visits: number;
  ofProjects: number;
}
