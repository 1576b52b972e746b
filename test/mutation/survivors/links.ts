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
  {
    file: "src/links/rows.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "parts.length > ",
    why: "Content that is cut has two parts at least, and other content none.",
  },
  {
    file: "src/links/create-links.ts",
    operator: "condition true",
    code: "claim",
    after: "=> (",
    why: "Each link of a request with a key has its claim; TypeScript wants the question.",
  },
  {
    file: "src/links/create-store.ts",
    operator: "drop the right of ??",
    code: 'claim?.scope ?? ""',
    why: "No claim has an empty scope, nor one that is undefined; TypeScript wants the question.",
  },
  {
    file: "src/links/offer-rows.ts",
    operator: "drop the left of &&",
    code: "reason !== null && isReasonCode(reason)",
    why: "The word null is no reason; TypeScript wants the question.",
  },
  {
    file: "src/links/attention-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "= { entries: ",
    why: "A query that counts gives one row always; TypeScript wants the question.",
  },
  {
    file: "src/links/attention-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "= { entries: 0, links: ",
    why: "A query that counts gives one row always; TypeScript wants the question.",
  },
  {
    file: "src/links/list-links.ts",
    operator: "drop the right of ??",
    code: "projects[0] ?? null",
    why: "A list of no projects has ended before; TypeScript wants the question.",
  },
  {
    file: "src/links/saved-view-store.ts",
    operator: "drop the right of ??",
    code: "results.at(-1)?.meta.changes ?? 0",
    why: "A batch gives a result for each statement; TypeScript wants the question.",
  },
  {
    file: "src/links/saved-view-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "changes ?? ",
    why: "A batch gives a result for each statement; TypeScript wants the question.",
  },
  {
    file: "src/links/forbidden-urls.ts",
    operator: "condition true",
    code: 'url.protocol === "https:"',
    why: "Wherever ports are compared, 80 and 443 count alike.",
  },
  {
    file: "src/links/forbidden-urls.ts",
    operator: "condition false",
    code: 'url.protocol === "https:"',
    why: "Wherever ports are compared, 80 and 443 count alike.",
  },
  {
    file: "src/links/advise-slug.ts",
    operator: "condition false",
    code: 'slug === "" || problem !== undefined',
    why: "A slug that is empty or wrong is no link's, and what is known of it is not used: the question only saves asking.",
  },
  {
    file: "src/links/advise-slug.ts",
    operator: "drop the right of ||",
    code: 'slug === "" || problem !== undefined',
    why: "A slug that is empty or wrong is no link's, and what is known of it is not used: the question only saves asking.",
  },
  {
    file: "src/links/advise-slug.ts",
    operator: "drop the left of ||",
    code: 'slug === "" || problem !== undefined',
    why: "A slug that is empty or wrong is no link's, and what is known of it is not used: the question only saves asking.",
  },
];
