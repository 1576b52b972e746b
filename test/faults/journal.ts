/** The path where journal.worker.ts reports the results of visits. */
export const JOURNAL = "/cdn-test/journal";

/** The path where it runs the job "roll up visits"; with `?steps=3`, up to its third transaction, which never gets a response. */
export const KEEP = "/cdn-test/keep-visits";

/** Visits that the queue has accepted, and visits that are counted. */
export interface Journal {
  acknowledged: number;
  counted: number;
}

/** The path where it reports the results of days. */
export const MONTHS = "/cdn-test/months";

/** The number of rows in visit_days, and all visits of days and months, by rows of links and of projects. */
export interface Months {
  days: number;
  visits: number;
  ofProjects: number;
}
