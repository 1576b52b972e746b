import type { Survivor } from "./survivor.ts";

const PER_STEP =
  "It says how many rows one transaction takes. A run goes on with the next one, so that a row more leads to the same.";

const PER_RUN =
  "It says how many steps a run takes at most. The next run goes on there, so that a step more leads to the same.";

const ONE_ROW = "The table has one row at most, whose id is 1, as its CHECK says.";

const ALREADY_TRUE = "The condition is TRUE as it is written: SQLite wants one between FROM and ON CONFLICT.";

const OF_EITHER =
  "Lists of links have entries without a code alone, and lists of codes none of these: either condition leaves entries of codes out.";

const READS_OF_RANKING =
  "It bounds how much a ranking reads. What is told where there is more is held with smaller bounds, and one more is read as all others are.";

const OVERWRITTEN =
  "It stands there for the type alone: whoever asks finds a number that was put in its place before.";

/** Constants and statements of src/visits that could be others, and nobody could see it. */
export const OF_VISIT_CONSTANTS: readonly Survivor[] = [
  ...[
    ["carry-counts", "2_000", "PER_STEP = ", PER_STEP],
    [
      "carry-counts",
      "1",
      "PER_STEP + ",
      "One counter more than a step takes says that there are further ones, and so do two.",
    ],
    ["carry-rankings", "2_000", "PER_STEP = ", PER_STEP],
    ["carry-totals", "2_000", "PER_STEP = ", PER_STEP],
    ["pack-months", "500", "PER_STEP = ", PER_STEP],
    ["rank-visits", "2_000", "PER_STEP = ", PER_STEP],
    ["carry-over", "50", "STEPS_PER_RUN = ", PER_RUN],
    ["pack-months", "40", "STEPS_PER_RUN = ", PER_RUN],
    [
      "store-visits",
      "100_000",
      "IDS_PER_RUN = ",
      "It says how many ids a run deletes at most. The next one, a minute later, deletes what is left; until then nothing asks for them.",
    ],
    [
      "news-store",
      "1_000",
      "MOST_ROWS = ",
      "It bounds how many of the newest links are looked at, besides those with most people. One link more is read as all others are.",
    ],
    [
      "news-store",
      "100",
      "MOST_LOOSE_DAYS = ",
      "It bounds how many days are looked up that no list has. Once days are ranked there are fewer, and until then no number of them is promised.",
    ],
    ["ranking-query", "12_000", "entries: ", READS_OF_RANKING],
    ["ranking-query", "500", "candidates: ", READS_OF_RANKING],
    ["ranking-query", "100_000", "rows: ", READS_OF_RANKING],
    [
      "ranking-query",
      "8",
      "MOST_READ_TWICE = ",
      "It decides whether rows are read twice or kept in between. The answer is the same, only the rows that D1 counts as read differ.",
    ],
    [
      "rows-store",
      "2_000",
      "whole: ",
      "It says how many rows are in memory at one time. All pages are read, so that a row more on each leads to the same.",
    ],
    [
      "rows-store",
      "10_000",
      "short: ",
      "It says how many rows are in memory at one time. All pages are read, so that a row more on each leads to the same.",
    ],
    [
      "zone-store",
      "1_000",
      "Memory<Zone>(",
      "It bounds of how many organizations an isolate remembers the zone. One more is remembered for as long as the others.",
    ],
    ["facts", "0", "visits: ", OVERWRITTEN],
    ["visit", "0", 'hour: "", quarter: ', OVERWRITTEN],
  ].map(([name = "", code = "", after = "", why = ""]) => ({
    file: `src/visits/${name}.ts`,
    operator: `${code} to ${code} + 1`,
    code,
    after,
    loads: true,
    why,
  })),
  ...[
    ["carry-over", "id = 1", "FROM visit_carry_state", ONE_ROW],
    ["carry-rankings", "id = 1", "FROM visit_ranking_state", ONE_ROW],
    ["rank-visits", "id = 1", "FROM visit_rank_state", ONE_ROW],
    ["carry-rankings", "TRUE", "INSERT INTO visit_rank_links", ALREADY_TRUE],
    ["rank-visits", "TRUE", "INSERT INTO visit_rank_state", ALREADY_TRUE],
    [
      "carry-rankings",
      `\${isUnmoved(2)}`,
      "INSERT INTO visit_rank_state",
      "A run that came first has put the one row there, and where there is one nothing is added.",
    ],
    ["news-store", "list.kind = 'link'", "WITH link AS MATERIALIZED", OF_EITHER],
    ["news-store", "entry.qr_identifier = ''", "WITH link AS MATERIALIZED", OF_EITHER],
    [
      "news-store",
      "list.project_id = project.project_id",
      "WITH link AS MATERIALIZED",
      "Of each link, the lists of its own project are asked: the condition only saves reading the others.",
    ],
  ].map(([name = "", condition = "", code = "", why = ""]) => ({
    file: `src/visits/${name}.ts`,
    operator: `SQL without ${condition}`,
    code,
    loads: true,
    why,
  })),
];
