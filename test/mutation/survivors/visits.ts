import type { Survivor } from "./survivor.ts";

const ONLY_SAVES = "It only saves finding the same out again.";

const NO_MATCH =
  "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.";

const OF_BATCH = "What is asked for is in the answer each time; TypeScript wants the question.";

/** Mutants of src/visits, where visits are counted and kept, that change nothing that anybody could see. */
export const OF_VISITS: readonly Survivor[] = [
  {
    file: "src/visits/cells.ts",
    operator: "9 to 9 + 1",
    code: "9",
    why: "What follows the digit 9 is a colon, which cells never have.",
  },
  {
    file: "src/visits/visit.ts",
    operator: "condition true",
    code: "since !== named.since",
    why: ONLY_SAVES,
  },
  ...[
    ["condition false", "text === checked"],
    ["drop the statement", "checked = text;"],
  ].map(([operator = "", code = ""]) => ({ file: "src/visits/visit.ts", operator, code, why: ONLY_SAVES })),
  {
    file: "src/visits/visit.ts",
    operator: "drop the left of ||",
    code: "text === undefined || !/^[A-Z0-9]{2}$/.test(text)",
    why: NO_MATCH,
  },
  {
    file: "src/visits/gatherer.ts",
    operator: "condition true",
    code: "this.#unread.length > 0",
    why: "It only saves loading a module of which nothing is asked.",
  },
  {
    file: "src/visits/gatherer.ts",
    operator: "> to >=",
    code: "this.#unread.length > 0",
    why: "It only saves loading a module of which nothing is asked.",
  },
  {
    file: "src/visits/gatherer.ts",
    operator: "condition true",
    code: "waiting",
    why: "Without a message nothing is sent; TypeScript wants the question.",
  },
  {
    file: "src/visits/gatherer.ts",
    operator: "condition true",
    code: "next",
    why: "What failed was the sending of a message; TypeScript wants the question.",
  },
  {
    file: "src/visits/message.ts",
    operator: "drop the left of ||",
    code: 'typeof value !== "object" || value === null',
    why: "What is no object has none of the members that are asked for next.",
  },
  ...[
    ["condition false", "first === -1"],
    ["1 to 1 + 1", "1"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/series-text.ts",
    operator,
    code,
    why: "Of nothing, a series is longer than no cells: the question only saves making it.",
  })),
  ...["condition false", "<= to <"].map((operator) => ({
    file: "src/visits/day-rows.ts",
    operator,
    code: "referrers.length <= most",
    why: "As many as there is room for are written as they were: the question only saves doing so.",
  })),
  {
    file: "src/visits/facts.ts",
    operator: "drop the left of ||",
    code: 'kind === null || visitorOf(kind) !== "person"',
    why: "Null is the letter of no device; TypeScript wants the question.",
  },
  ...[
    ["drop the right of ??", "links?.results ?? []"],
    ["drop the right of ??", "codes?.results ?? []"],
    ["drop the right of ??", "state?.results ?? []"],
    ["drop the right of ??", "ids?.results ?? []"],
  ].map(([operator = "", code = ""]) => ({ file: "src/visits/store.ts", operator, code, why: OF_BATCH })),
  {
    file: "src/visits/store-visits.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "attempts = ",
    why: "It is called with messages, each of which has a number of tries; TypeScript wants one for none.",
  },
  ...[
    ["15 to 15 + 1", "15"],
    ["60_000 to 60_000 + 1", "60_000"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/store.ts",
    operator,
    code,
    why: "So many moments later it is the same quarter of an hour, and hours of all zones begin with one.",
  })),
  ...[
    ["condition false", "once.size === 0"],
    ["drop filter", "rows.filter(([day]) => day <= ranked)"],
    ["condition true", 'code !== ""'],
    ["drop the left of &&", "error instanceof Error && error.message.includes(OVERTAKEN)"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/store.ts",
    operator,
    code,
    why: "The statements find nothing more to add, or no such code: the question only saves asking them. All that is thrown is an Error.",
  })),
  ...[["drop the right of ||", "!ranked || first === undefined"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/rankings.ts",
    operator,
    code,
    why: "Of no days there are no blocks in both cases; TypeScript wants the question.",
  })),
];
