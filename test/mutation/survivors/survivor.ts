/**
 * A mutant that no test can notice, and why. Of the mutants of `file` with this operator it explains those whose code is `code`,
 * or, where that is no whole one, those that have it in them: exactly one, or as many as `count` says, which a test holds.
 */
export interface Survivor {
  file: string;
  operator: string;
  code: string;
  /** What stands right before it, with one space for a new line: for one whose code, as `1`, stands in several places. */
  after?: string;
  /** It is in what runs while its module is loaded. */
  loads?: boolean;
  /** How many it explains, where that is not one. */
  count?: number;
  why: string;
}
