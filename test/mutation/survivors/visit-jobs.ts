import type { Survivor } from "./survivor.ts";

const OF_BATCH = "What is asked for is in the answer each time; TypeScript wants the question.";

/** Mutants of src/visits, where visits are carried over, folded, packed and ranked, that change nothing that anybody could see. */
export const OF_VISIT_JOBS: readonly Survivor[] = [
  ...[
    ["drop the right of ??", "late?.results ?? []"],
    ["drop the right of ??", "sum?.results ?? []"],
    ["0 to 0 + 1", "0", "carried = "],
  ].map(([operator = "", code = "", after]) => ({
    file: "src/visits/carry-counts.ts",
    operator,
    code,
    ...(after !== undefined && { after }),
    why: OF_BATCH,
  })),
  ...[
    ["> to >=", "count.visits > 0"],
    ["drop the left of &&", "count.visits > 0 && count.hour >= state.since"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/carry-counts.ts",
    operator,
    code,
    why: "A counter has its late visits, too, so it never has fewer. Where it has no others nothing is added: the question only saves reading totals.",
  })),
  {
    file: "src/visits/carry-counts.ts",
    operator: ">= to >",
    code: "count.hour >= state.since",
    why: "An hour begins with its day and goes on, so it never equals a day.",
  },
  {
    file: "src/visits/carry-counts.ts",
    operator: "10 to 10 + 1",
    code: "10",
    after: "last.hour.slice(0, ",
    why: "After its day, each hour has a T: the same hours begin with both, and a T and ~ are behind all of their digits.",
  },
  ...["<= to <", "drop the right of ||", "drop the left of ||"].map((operator) => ({
    file: "src/visits/carry-counts.ts",
    operator,
    code: operator === "<= to <" ? "results.length <= PER_STEP" : "!last || results.length <= PER_STEP",
    why: "It only saves steps: else the last day is carried by one of its own. No counters are no more than a step takes; TypeScript wants that question.",
  })),
  ...[["condition false", "counts.length === 0"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/carry-counts.ts",
    operator,
    code,
    why: "Of no counts nothing is added: the question only saves a call of D1.",
  })),
  ...[["drop the left of ||", '!state || state.phase === "done"']].map(([operator = "", code = ""]) => ({
    file: "src/visits/carry-over.ts",
    operator,
    code,
    why: "The migration has made the row; TypeScript wants the question.",
  })),
  ...["carry-over", "fold-days", "pack-months"].map((name) => ({
    file: `src/visits/${name}.ts`,
    operator: "0 to 0 + 1",
    code: "0",
    after: "let step = ",
    why: "A run may end after any step, and the next one goes on there: with a step fewer it leads to the same.",
  })),
  ...[
    ["condition false", "results.length < PER_STEP"],
    ["< to >", "results.length < PER_STEP"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/pack-months.ts",
    operator,
    code,
    why: "After a step that is not full there is one that finds no months, which ends the run: the question only saves asking for them.",
  })),
  {
    file: "src/visits/carry-totals.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "last.length > ",
    why: "A place has none of these values or all six.",
  },
  ...[
    ["drop the left of &&", "first && dayAfter(first, -1)"],
    ["condition true", "first"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/carry-rankings.ts",
    operator,
    code,
    why: "The phase before this one has ended all where there is no such day; TypeScript wants the question.",
  })),
  {
    file: "src/visits/carry-rankings.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "[list = ",
    why: "The first list has the id 1, and all its entries come after the one without a link, which there is not.",
  },

  ...[["drop the right of ??", "?? KIND_LETTERS.other"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/carry-totals.ts",
    operator,
    code,
    why: "Totals are of these devices alone; TypeScript wants the question.",
  })),
  ...[
    ["condition true", "row"],
    ["drop the right of ??", "first ?? []"],
    ["drop the right of ??", "last ?? []"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/fold-days.ts",
    operator,
    code,
    why: "It is called with rows, of which there are a first and a last one; TypeScript wants the question.",
  })),
  ...[
    ["condition true", "moved"],
    ["!== to ===", "place !== null"],
    ["drop the right of ??", "results.at(-1)?.results[0] ?? null"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rank-visits.ts",
    operator,
    code,
    why: "It only saves looking for old blocks where no further day was ranked.",
  })),
  ...["carry-rankings", "rank-visits"].map((file) => ({
    file: `src/visits/${file}.ts`,
    operator: "2_000 to 2_000 + 1",
    code: "2_000",
    loads: true,
    why: "It says how many rows one step takes, and steps follow each other until all rows are taken.",
  })),
  ...[
    ["carry-rankings", "INSERT INTO visit_rank_links"],
    ["rank-visits", "INSERT INTO visit_rank_state"],
  ].map(([file = "", code = ""]) => ({
    file: `src/visits/${file}.ts`,
    operator: "SQL without TRUE",
    code,
    loads: true,
    why: "What is true holds: SQLite needs the WHERE to tell ON CONFLICT from a join.",
  })),
];
