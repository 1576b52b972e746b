import type { Mutant } from "./instrument.ts";

/** A mutant that no test can notice, and why. `code` has to stand in the file: a test holds it. */
export interface Survivor {
  file: string;
  operator: string;
  code: string;
  why: string;
}

/** Mutants that change nothing that anybody could see. */
export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/access/rotate-key.ts",
    operator: "< to <=",
    code: "expiresAt < end",
    why: "Of two equal times, either is the same end.",
  },
  {
    file: "src/access/rotate-key.ts",
    operator: "drop the left of &&",
    code: "expiresAt !== null && expiresAt < end",
    why: "null is not before any text: the comparison alone says the same, and TypeScript wants the question.",
  },
];

/** Whether this mutant is one of those that are explained. */
export const explained = ({ file, operator, code }: Mutant): boolean =>
  SURVIVORS.some((each) => each.file === file && each.operator === operator && code.includes(each.code));
