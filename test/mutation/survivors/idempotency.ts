import type { Survivor } from "./survivor.ts";

/** Mutants of src/idempotency that change nothing that anybody could see. */
export const OF_IDEMPOTENCY: readonly Survivor[] = [
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
    count: 2,
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
    after: "?? ",
    why: "What stands after the last ?? is never used, as D1 gives a result for each statement.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "condition false",
    code: "changed && changed.meta.changes > 0",
    why: "What was written is found again, by its claim or by wasMade(): the count only saves that question.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "> to <",
    code: "changed.meta.changes > 0",
    why: "What was written is found again, by its claim or by wasMade(): the count only saves that question.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "0 to 0 + 1",
    code: "0",
    why: "A change that writes one row is found again, by its claim or by wasMade().",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "drop the left of &&",
    code: "changed && changed.meta.changes > 0",
    why: "D1 gives a result for each statement of a batch; TypeScript wants the question.",
  },
];
