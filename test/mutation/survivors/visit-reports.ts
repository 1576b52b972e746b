import type { Survivor } from "./survivor.ts";

const NO_TIME = "No time is before or after undefined; TypeScript wants the question.";

const ONLY_SAVES = "It only saves finding the same out again.";

const NO_MATCH =
  "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.";

/** Mutants of src/visits, where reports and news are made, that change nothing that anybody could see. */
export const OF_VISIT_REPORTS: readonly Survivor[] = [
  ...["drop the right of &&", "drop the left of &&"].map((operator) => ({
    file: "src/visits/range.ts",
    operator,
    code: "from && to",
    why: NO_TIME,
  })),
  {
    file: "src/visits/range.ts",
    operator: "drop the left of &&",
    code: "from && to && from >= to",
    why: NO_TIME,
  },
  ...["condition true", "> to >="].map((operator) => ({
    file: "src/visits/get-link-people.ts",
    operator,
    code: "links.length > 0",
    why: "Of no links there are no people: the question only saves a call of D1.",
  })),
  {
    file: "src/visits/get-visit-report.ts",
    operator: "condition false",
    code: "found.newestMessage === null",
    why: "What is no id has no time, which is null in both cases; TypeScript wants the question.",
  },
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
    file: "src/visits/part-sum.ts",
    operator: "< to <=",
    code: "a < b",
    why: "No two rows have one key.",
  },
  ...["(a < b ? -", "(a < b ? -1 : "].map((after) => ({
    file: "src/visits/part-sum.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after,
    why: "A sort asks whether the number is above or below 0, and not which it is.",
  })),
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
    count: code === "number === undefined" ? 2 : 1,
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
  ...[
    ["condition false", "day === undefined"],
    ["drop the right of &&", "ofDay && hour !== undefined"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/report-answers.ts",
    operator,
    code,
    why: "The key of an hour of the week has a day and an hour; TypeScript wants the question.",
  })),
  ...[["condition false", "questions.length === 0"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/ranking-store.ts",
    operator,
    code,
    why: "Of no questions there are no statements: it only saves a call of D1.",
  })),
  ...[
    ["<= to <", "days.length <= MOST_READ_TWICE"],
    ["<= to >", "days.length <= MOST_READ_TWICE"],
    ["drop the right of &&", 'kind === "link" && days.length <= MOST_READ_TWICE'],
    ["drop the left of &&", 'kind === "link" && days.length <= MOST_READ_TWICE'],
    ["=== to !==", 'kind === "link"', "const isReadTwice = "],
    ["condition true", "isReadTwice"],
    ["condition false", "isReadTwice"],
  ].map(([operator = "", code = "", after]) => ({
    file: "src/visits/ranking-query.ts",
    operator,
    code,
    ...(after !== undefined && { after }),
    why: "It says whether SQLite keeps these rows or reads them twice, which takes other time, and not what they are.",
  })),
  ...[
    ["condition false", "const chosenLinks = "],
    ["condition false", "chosenLinks, chosenLink)}) ${"],
  ].map(([operator = "", after = ""]) => ({
    file: "src/visits/ranking-query.ts",
    operator,
    code: 'kind === "link"',
    after,
    why: "Of links, each that is chosen is one row of its own: no row is there twice, and all that are read are of chosen ones.",
  })),
  {
    file: "src/visits/ranking-query.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "ORDER BY most DESC LIMIT ${candidates + ",
    why: "It says how many of the candidates SQLite keeps; only the chosen ones and the first after them are asked for.",
  },
  {
    file: "src/visits/ranking-store.ts",
    operator: "drop filter",
    code: "left.filter((day) => ranked === null || day < ranked.day)",
    why: "Days that are not ranked are in no month: asking months for them finds nothing, and only takes longer.",
  },
  {
    file: "src/visits/ranking-store.ts",
    operator: "< to <=",
    code: "day < ranked.day",
    why: "The day that was ranked last is in a list of its own, or is not ranked as a whole and in no month yet.",
  },
  ...["12_000", "500", "100_000"].map((code) => ({
    file: "src/visits/ranking-query.ts",
    operator: `${code} to ${code} + 1`,
    code,
    loads: true,
    why: "It bounds how many rows a ranking reads, and one row more takes no longer that anybody could notice.",
  })),
  {
    file: "src/visits/ranking-query.ts",
    operator: "8 to 8 + 1",
    code: "8",
    loads: true,
    after: "MOST_READ_TWICE = ",
    why: "It says whether SQLite keeps these rows or reads them twice, which takes other time, and not what they are.",
  },
];
