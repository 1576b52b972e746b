import type { Survivor } from "./survivor.ts";

/** Mutants of what reads links, and of stored forms, that change nothing that anybody could see. */
export const OF_LINK_READS: readonly Survivor[] = [
  {
    file: "src/links/list-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "a.from > b.from ? -1 : ",
    why: "It only says which of two blocks comes first: any number above 0 says the same.",
  },
  {
    file: "src/links/offer-rows.ts",
    operator: "SQL without place IS NOT NULL",
    code: "UPDATE link_offers SET place = NULL",
    why: "An offer that is gone has no place already: it stays as it is.",
  },
  {
    file: "src/links/ordered-links.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "after, limit + ",
    why: "Whether there is one link more than asked for, or two, the page and whether it leads on are the same.",
  },
  {
    file: "src/links/preview-link.ts",
    operator: "drop the left of &&",
    code: "slug !== undefined && (await isSlugOfAnother(db, { domain, slug, id }))",
    why: "No slug is nobody's (isSlugOfAnother); TypeScript wants the question.",
  },
  {
    file: "src/links/saved-view-store.ts",
    operator: `SQL without \${guardSql(made, 3)}`,
    code: "DELETE FROM saved_views",
    why: "The activity is noted wherever there is a view of this name: where it is not, there is nothing to delete.",
  },
  ...["src/links/search-group-store.ts", "src/links/search-index-store.ts"].map((file) => ({
    file,
    operator: "0 to 0 + 1",
    code: "0",
    after: "rowsOf<{ version: number }>(version)[0]?.version ?? ",
    why: "A SELECT without FROM gives one row always; TypeScript wants the question.",
  })),
  {
    file: "src/links/search-index-store.ts",
    operator: "drop the right of ??",
    code: 'results[index]?.from_link_id ?? ""',
    why: "The query gives a row for each link; TypeScript wants the question.",
  },
  {
    file: "src/links/search-signature.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "signature[bit >> 3] ?? ",
    why: "Every bit has its byte in a signature; TypeScript wants the question.",
  },
  {
    file: "src/links/search-signature.ts",
    operator: "256 to 256 + 1",
    code: "256",
    why: "The number 256 has none of the eight bits of a byte.",
  },
  {
    file: "src/links/warnings.ts",
    operator: "drop the left of &&",
    code: "host && scanned && MARKETPLACE_HOST.test(host)",
    why: "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.",
  },
];
