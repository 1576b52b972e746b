import type { Survivor } from "./survivor.ts";

const NO_TIME = "No time is before or after undefined; TypeScript wants the question.";

const ONLY_SAVES = "It only saves finding the same out again.";

const NO_MATCH =
  "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.";

/** Mutants of src/visits that change nothing that anybody could see. */
export const OF_VISITS: readonly Survivor[] = [
  {
    file: "src/visits/cells.ts",
    operator: "9 to 9 + 1",
    code: "9",
    why: "What follows the digit 9 is a colon, which cells never have.",
  },
  ...["drop the right of &&", "drop the left of &&"].map((operator) => ({
    file: "src/visits/range.ts",
    operator,
    code: "from && to",
    why: NO_TIME,
  })),
  {
    file: "src/visits/range.ts",
    operator: "drop the right of &&",
    code: 'interval === "hour" && hour !== null',
    why: "Without an hour it is the beginning of the day in both cases; TypeScript wants the question.",
  },
  {
    file: "src/visits/comparison.ts",
    operator: "< to <=",
    code: "begun < firstKeptHour(zone, now)",
    why: "No period is compared with one 90 days before: it is less than 7 days before, whole weeks, a month or a year.",
  },
  {
    file: "src/visits/comparison.ts",
    operator: "< to <=",
    code: "days < WEEK",
    why: "Seven days are one whole week: both ways give seven.",
  },
  {
    file: "src/visits/filter.ts",
    operator: "condition false",
    code: "filter.qrCode === undefined",
    why: NO_MATCH,
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
  {
    file: "src/visits/part-sum.ts",
    operator: "< to <=",
    code: "a < b",
    why: "No two rows have one key.",
  },
  ...[
    ["condition true", "known === undefined"],
    ["drop the statement", "this.#times.set(time, known);"],
    ["condition true", "number === undefined"],
    ["drop the statement", "this.#hours.set(time, number);"],
    ["drop the statement", "this.#weekdays.set(day, number);"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/part-sum.ts",
    operator,
    code,
    why: ONLY_SAVES,
  })),
  {
    file: "src/visits/part-sum.ts",
    operator: "drop the right of ??",
    code: "hour ?? 0",
    why: "So many times null is none, too; TypeScript wants the question.",
  },
  {
    file: "src/visits/zone-store.ts",
    operator: "condition false",
    code: "remembered",
    why: ONLY_SAVES,
  },
  {
    file: "src/visits/zone-store.ts",
    operator: "drop the statement",
    code: "known.set(organizationId, zone, now().getTime());",
    why: ONLY_SAVES,
  },
];
