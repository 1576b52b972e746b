import type { Survivor } from "./survivor.ts";

const ONE_ROW = "A SELECT without FROM gives one row always; TypeScript wants the question.";

/** Mutants of what reads links, and of stored forms, that change nothing that anybody could see. */
export const OF_LINK_READS: readonly Survivor[] = [
  ...["a.from > b.from ? -", "a.from > b.from ? -1 : "].map((after) => ({
    file: "src/links/list-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after,
    why: "It only says which of two blocks comes first: any number above or below 0 says the same.",
  })),
  {
    file: "src/links/index-links.ts",
    operator: "drop the right of ??",
    code: "groups[index]?.links.map(({ link }) => documentOf(link)) ?? []",
    why: "The store gives a block for each group; TypeScript wants the question.",
  },
  {
    file: "src/links/list-links.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "{ limit: limit + ",
    why: "Whether a stretch has one link more than asked for, or two, the page and whether it leads on are the same.",
  },
  ...[
    ["1", "size = limit + "],
    ["2", "size *= "],
  ].map(([code = "", after = ""]) => ({
    ...{ file: "src/links/list-links.ts", operator: `${code} to ${code} + 1`, code, after },
    why: "It only says how many links are loaded at a time; those of a stretch are, in order, until the page is full.",
  })),
  {
    file: "src/links/list-links.ts",
    operator: "drop the right of ??",
    code: "found.at(-1)?.link.id ?? null",
    why: "A limit is at least 1, so a page that is full has a last link; TypeScript wants the question.",
  },
  {
    file: "src/links/get-link-history.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "limit + ",
    why: "Whether there is one entry more than asked for, or two, the page and whether it leads on are the same.",
  },
  {
    file: "src/links/get-link-history.ts",
    operator: "drop the right of &&",
    code: "(cut || all.length > limit) && last",
    why: "A part that is cut has an entry, and so has a page that is full; TypeScript wants the question.",
  },
  ...[
    "linkAttention.problems(scope, SHOWN_PROBLEMS + ",
    "linkAttention.impossibleIds(scope, SHOWN_PROBLEMS + ",
  ].map((after) => ({
    file: "src/links/get-link-attention.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after,
    why: "Whether there is one problem more than is shown, or two, what is shown and whether there are more are the same.",
  })),
  {
    file: "src/links/get-ending-links.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "SHOWN_ENDING + ",
    why: "Whether there is one link more than is shown, or two, what is shown and whether there are more are the same.",
  },
  {
    file: "src/links/attention-store.ts",
    operator: "SQL without retailer <> 'custom'",
    code: "SELECT id AS linkId, name, retailer, intent",
    why: "Any text can be a product id of a custom link, so none of them is found; the condition only saves reading their content.",
  },
  {
    file: "src/links/block-search.ts",
    operator: "SQL <= to <",
    code: "wanted (blocks) AS MATERIALIZED",
    why: "Where the range begins with a group, the group before is read as well, of which no block is in the range.",
  },
  {
    file: "src/links/get-link-destination.ts",
    operator: "drop the right of ??",
    code: "offer.countries ?? []",
    why: "What is undefined is among the countries in any case.",
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
  ...["drop the right of ??", "0 to 0 + 1"].map((operator) => ({
    file: "src/links/restore-link.ts",
    operator,
    code: operator.startsWith("0") ? "0" : "entries.at(-1)?.version ?? 0",
    after: operator.startsWith("0") ? "entries.at(-1)?.version ?? " : "before = ",
    why: "A part of a history has an entry at least unless nothing is left, and then nothing is read before it.",
  })),
  {
    file: "src/links/saved-view-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "results.at(-",
    why: "The statement before it counts the bytes of the activity, where and only where the view is written too.",
  },
  ...["drop the right of ??", "0 to 0 + 1"].map((operator) => ({
    file: "src/links/search-group.ts",
    operator,
    code: operator.startsWith("0") ? "0" : "numbers[bit] ?? 0",
    after: operator.startsWith("0") ? "numbers[bit] ?? " : "(",
    why: "Every bit of a signature has its number, 0 at first; TypeScript wants the question.",
  })),
  ...["src/links/search-group-store.ts", "src/links/search-index-store.ts"].flatMap((file) => [
    {
      file,
      operator: "0 to 0 + 1",
      code: "0",
      after: "rowsOf<{ version: number }>(version)[0]?.version ?? ",
      why: ONE_ROW,
    },
    {
      file,
      operator: "drop the right of ??",
      code: "rowsOf<{ version: number }>(version)[0]?.version ?? 0",
      why: ONE_ROW,
    },
    {
      file,
      operator: "drop the right of ??",
      code: "result?.results ?? []",
      why: "Its batches give a result for each statement; TypeScript wants the question.",
    },
  ]),
  {
    file: "src/links/search-group.ts",
    operator: "drop the right of ??",
    code: "signature?.[at] ?? 0",
    why: "What is undefined is not above 0, and so has no bits either; TypeScript wants the question.",
  },
  {
    file: "src/links/list-store.ts",
    operator: "> to >=",
    code: "a > b",
    why: "Of two texts that are equal, either is the later one.",
  },
  {
    file: "src/links/list-store.ts",
    operator: "condition false",
    code: "a.from > b.from",
    why: "SQLite gives the blocks with the newest first, and so they stay; but nothing in SQL says that a UNION ALL keeps to it.",
  },
  {
    file: "src/links/list-store.ts",
    operator: "> to >=",
    code: "a.from > b.from",
    why: "No two blocks of an organization begin at the same link.",
  },
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
    file: "src/links/warnings.ts",
    operator: "drop the left of &&",
    code: "host && scanned && MARKETPLACE_HOST.test(host)",
    why: "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.",
  },
];
