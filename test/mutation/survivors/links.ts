import type { Survivor } from "./survivor.ts";

const NO_HOST =
  "A pattern is asked of the word undefined or null otherwise, which it does not fit; TypeScript wants the question.";

const EMPTIED =
  "An object that is empty after a value of it was set does not exist: only a value that is taken away can leave one behind.";

/** Mutants of src/links that change nothing that anybody could see. */
export const OF_LINKS: readonly Survivor[] = [
  ...["drop the right of ??", "0 to 0 + 1"].map((operator) => ({
    file: "src/links/warnings.ts",
    operator,
    code: operator.startsWith("0") ? "0" : "url?.length ?? 0",
    after: operator.startsWith("0") ? "url?.length ?? " : "(",
    why: "Neither undefined, nor 0, nor 1 is more than nine tenths of the longest URL; TypeScript wants the question.",
  })),
  {
    file: "src/links/warnings.ts",
    operator: "> to >=",
    code: "(url?.length ?? 0) > NEAR * MAX_URL_LENGTH",
    why: "Nine tenths of the longest URL are no whole number, which every length is.",
  },
  {
    file: "src/links/warnings.ts",
    operator: "drop the right of &&",
    code: 'code === "product_id_format" && rule',
    why: "An id is wrong only by a rule, so there is one; TypeScript wants the question.",
  },
  {
    file: "src/links/warnings.ts",
    operator: "drop the right of &&",
    code: "host && scanned",
    why: "There is a host only of a URL; TypeScript wants the question.",
  },
  ...["host && scanned", "scanned && URL.parse(scanned)?.hostname"].map((code) => ({
    file: "src/links/warnings.ts",
    operator: "drop the left of &&",
    code,
    why: NO_HOST,
  })),
  {
    file: "src/links/undo.ts",
    operator: "> to >=",
    code: "rest.length > 0",
    why: "At the end of a path a value that is undefined is gone in any case.",
  },
  {
    file: "src/links/undo.ts",
    operator: "drop the left of &&",
    code: "rest.length > 0 && value === undefined",
    why: "At the end of a path a value that is undefined is gone in any case.",
  },
  {
    file: "src/links/undo.ts",
    operator: "drop the right of &&",
    code: "rest.length > 0 && value === undefined",
    why: EMPTIED,
  },
  {
    file: "src/links/undo.ts",
    operator: "drop the left of &&",
    code: "isObject(value) && Object.keys(value).length === 0",
    why: "It is asked only of what stands within a path, which is an object; TypeScript wants the question.",
  },
  {
    file: "src/links/follower.ts",
    operator: "condition true",
    code: "link",
    why: "Every part is one of the links that were given; TypeScript wants the question.",
  },
  ...["drop the left of &&", "drop the right of &&"].map((operator) => ({
    file: "src/links/choice-entry.ts",
    operator,
    code: 'retailer === "custom" && customUrl !== undefined',
    why: "Offers of the retailer custom, and only they, have a customUrl; TypeScript wants the question.",
  })),
  {
    file: "src/links/new-destination.ts",
    operator: "condition false",
    code: "!only",
    why: "Every definition has a part; TypeScript wants the question.",
  },
  {
    file: "src/links/new-destination.ts",
    operator: "drop the right of &&",
    code: "known && { products: known.products }",
    why: "What is known has the products and the offers, and the offers are given already.",
  },
  {
    file: "src/links/search-block.ts",
    operator: "drop the right of ??",
    code: "values ?? words[first + index] ?? []",
    why: "There are words for every column between two that are named; TypeScript wants the question.",
  },
  {
    file: "src/links/search-block.ts",
    operator: "< to <=",
    code: "a.id < b.id",
    why: "No two documents have the same id: they come from a map by id.",
  },
  ...["a.id < b.id ? -", "a.id < b.id ? -1 : "].map((after) => ({
    file: "src/links/search-block.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after,
    why: "It only says which of two documents comes first: any number above or below 0 says the same.",
  })),
  {
    file: "src/links/search-signature.ts",
    operator: "drop the right of ??",
    code: "signature[bit >> 3] ?? 0",
    why: "Every bit has its byte in a signature; TypeScript wants the question.",
  },
];
