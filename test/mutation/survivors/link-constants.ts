import type { Survivor } from "./survivor.ts";

const LOOKS_FAR =
  "It bounds what the overview reads for one of its lists: nobody relies on how far it looks, and one more is as good.";
const PAGE_ENDS =
  "It bounds what one page reads: with one more, some pages end further on, and all lead on to the same links.";
const ALL_ARE_READ = "All blocks are read until none is left: it only says in how many calls.";
const STEP_ENDS = "It bounds what one step of the job takes: the next one goes on where it ended.";

/** Mutants of constants and statements of src/links, which are there once its modules are loaded, that nobody could notice. */
export const OF_LINK_CONSTANTS: readonly Survivor[] = [
  ...[
    { operator: "2 to 2 + 1", code: "2", file: "src/links/list-links.ts", after: "STRETCHES = [" },
    { operator: "8 to 8 + 1", code: "8", file: "src/links/list-links.ts", after: "STRETCHES = [2, " },
    { operator: "32 to 32 + 1", code: "32", file: "src/links/list-links.ts", count: 2 },
  ].map((each) => ({ ...each, loads: true, why: PAGE_ENDS })),
  ...[
    ["200", "MOST_PROBLEMS = "],
    ["500", "MOST_LOOKED_AT = "],
    ["200", "MOST_ENDING = "],
  ].map(([code = "", after = ""]) => ({
    ...{ file: "src/links/attention-store.ts", operator: `${code} to ${code} + 1`, code, after },
    ...{ loads: true, why: LOOKS_FAR },
  })),
  {
    file: "src/links/attention-store.ts",
    operator: "SQL without ?2 IS NULL",
    code: `SELECT \${COLUMNS} FROM links WHERE organization_id = ?1`,
    loads: true,
    why: "It is asked only for all projects, where this parameter is null: it is there as both statements get the same ones.",
  },
  ...[
    [
      "SQL >= to >",
      "reached (place) AS MATERIALIZED",
      "the place after a group ends with a space, as no block's does",
    ],
    [
      "SQL >= to >",
      "AND from_link_id >= after",
      "a gap begins with a place that ends with a space, as no block's does",
    ],
  ].map(([operator = "", code = "", why = ""]) => ({
    ...{ file: "src/links/block-search.ts", operator, code, loads: true },
    why: `Where nothing is before, it is the empty text, which is taken as well where no block is found; else ${why}.`,
  })),
  {
    file: "src/links/block-search.ts",
    operator: "SQL < to <=",
    code: "AND from_link_id >= after",
    loads: true,
    why: "With the block that follows the gap, still as many of the gap are looked at as are taken: one row less is read.",
  },
  {
    file: "src/links/list-store.ts",
    operator: "SQL without link_id >= ?3",
    code: "FROM link_search_changes",
    loads: true,
    why: "Changes of links before the range are left out afterwards: the condition only saves reading their rows.",
  },
  {
    file: "src/links/search-group-store.ts",
    operator: "SQL without numbers <> excluded.numbers",
    code: "INSERT INTO link_search_slices",
    loads: true,
    why: "The condition only saves writing the rows of slices that stay as they are.",
  },
  {
    file: "src/links/search-index-store.ts",
    operator: "SQL <= to <",
    code: "INSERT INTO link_search_changes",
    loads: true,
    why: "The id that it ends with is that of the last of the step's new links, which are left out in any case.",
  },
  {
    file: "src/links/tagged-links.ts",
    operator: "100 to 100 + 1",
    code: "100",
    loads: true,
    why: ALL_ARE_READ,
  },
  {
    file: "src/links/tagged-links.ts",
    operator: "2_000 to 2_000 + 1",
    code: "2_000",
    loads: true,
    why: ALL_ARE_READ,
  },
  ...[
    ["500", "LINKS_PER_STEP = "],
    ["40", "BLOCKS_PER_STEP = "],
  ].map(([code = "", after = ""]) => ({
    ...{ file: "src/links/index-links.ts", operator: `${code} to ${code} + 1`, code, after },
    ...{ loads: true, why: STEP_ENDS },
  })),
  {
    file: "src/links/search-signature.ts",
    operator: "8 to 8 + 1",
    code: "8",
    after: "const WITH_BIT = Array.from({ length: ",
    loads: true,
    why: "A byte has eight bits, and nobody asks for a ninth.",
  },
  {
    file: "src/links/search-signature.ts",
    operator: "256 to 256 + 1",
    code: "256",
    loads: true,
    why: "The number 256 has none of the eight bits of a byte, so it is left out.",
  },
];
