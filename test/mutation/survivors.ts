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
  {
    file: "src/idempotency/claim-store.ts",
    operator: "< to <=",
    code: "a.expiresAt < b.expiresAt",
    why: "Of two equal times, either may come first: the copy ends with both.",
  },
  {
    file: "src/idempotency/claim-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "sort() asks for the sign of what it is given, and not how large that is.",
  },
  {
    file: "src/idempotency/claim-store.ts",
    operator: "condition false",
    code: "!first",
    why: "Without a claim the copy would have no end, and KV refuses it, which is caught.",
  },
  {
    file: "src/idempotency/delete-expired-claims.ts",
    operator: "drop the right of ??",
    code: "results.at(-1)?.meta.changes ?? 0",
    why: "D1 gives a result for each statement of a batch; TypeScript wants the question.",
  },
  {
    file: "src/idempotency/delete-expired-claims.ts",
    operator: "0 to 0 + 1",
    code: "0",
    why: "What stands after the last ?? is never used, as D1 gives a result for each statement.",
  },
];

/** Whether this mutant is one of those that are explained. */
export const explained = ({ file, operator, code }: Mutant): boolean =>
  SURVIVORS.some((each) => each.file === file && each.operator === operator && code.includes(each.code));
