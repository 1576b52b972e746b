/** A mutant that no test can notice, and why. `code` has to stand in the file: a test holds it. */
export interface Survivor {
  file: string;
  operator: string;
  code: string;
  why: string;
}
