import type { Mutant } from "./instrument.ts";

/** A mutant that no test can notice, and why. `code` has to stand in the file: a test holds it. */
export interface Survivor {
  file: string;
  operator: string;
  code: string;
  why: string;
}

/** Mutants that change nothing that anybody could see. */
export const SURVIVORS: readonly Survivor[] = [];

/** Whether this mutant is one of those that are explained. */
export const explained = ({ file, operator, code }: Mutant): boolean =>
  SURVIVORS.some((each) => each.file === file && each.operator === operator && code.includes(each.code));
