import type { Survivor } from "./survivor.ts";

/** Mutants of how links are created and changed that change nothing that anybody could see. */
export const OF_LINK_CHANGES: readonly Survivor[] = [
  {
    file: "src/links/change-link.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "leading.leads?.length ?? ",
    why: "A link that is no choice has neither offers nor keys of offers that are gone: 1 is not above the limit.",
  },
  {
    file: "src/links/change-link.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "leading.removedKeys?.length ?? ",
    why: "The offers alone, of which a choice may have few, are far below the limit: one more is not above it.",
  },
  {
    file: "src/links/change-links.ts",
    operator: "drop the left of &&",
    code: 'error instanceof ServiceError && error.code === "precondition_failed"',
    why: "Only an error of the service has this code; TypeScript wants the question.",
  },
  {
    file: "src/links/change-store.ts",
    operator: "drop the right of ||",
    code: "slug === undefined || before.slugs?.includes(slug)",
    why: "The address of a slug that the link had is there already and stays as it is: the question only saves a statement.",
  },
  {
    file: "src/links/change-store.ts",
    operator: "condition true",
    code: "offers",
    why: "A link that is no choice, and was none, has no offers that could come or go: the question only saves a statement.",
  },
  {
    file: "src/links/create-link.ts",
    operator: "drop the left of &&",
    code: "idempotency && (await claims.recall(idempotency, now))",
    why: "Without a key nothing is recalled, as recalling never throws; TypeScript wants the question.",
  },
  {
    file: "src/links/create-links.ts",
    operator: "condition true",
    code: "idempotency",
    after: "publishNew(entries, now); if (",
    why: "Without a key there are no claims, and of none nothing is kept; TypeScript wants the question.",
  },
  {
    file: "src/links/create-links.ts",
    operator: "ceil to floor",
    code: "Math.ceil(batch.length / 2)",
    why: "It is asked for two rows or more: either way both halves have some, all rows are in one of them, and the order is theirs.",
  },
  {
    file: "src/links/free-slugs.ts",
    operator: "condition false",
    code: "slug === undefined",
    why: "Nobody holds what is no slug: SQL finds no address with a name that is null. TypeScript wants the question.",
  },
];
