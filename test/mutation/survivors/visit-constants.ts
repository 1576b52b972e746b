import type { Survivor } from "./survivor.ts";

const PER_STEP =
  "It says how many rows one transaction takes. A run goes on with the next one, so that a row more leads to the same.";

const PER_RUN =
  "It says how many steps a run takes at most. The next run goes on there, so that a step more leads to the same.";

const OF_EITHER =
  "Lists of links have entries without a code alone, and lists of codes none of these: either condition leaves entries of codes out.";

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
    ["carry-totals", "2_000", "PER_STEP = ", PER_STEP],
    ["pack-months", "500", "PER_STEP = ", PER_STEP],
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
      "100",
      "MOST_LOOSE_DAYS = ",
      "It bounds how many days are looked up that no list has. Once days are ranked there are fewer, and until then no number of them is promised.",
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
