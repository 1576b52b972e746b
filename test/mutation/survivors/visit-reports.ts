import type { Survivor } from "./survivor.ts";

const NO_TIME = "No time is before or after undefined; TypeScript wants the question.";

const ONLY_SAVES = "It only saves finding the same out again.";

const NO_MATCH =
  "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.";

const OF_BATCH = "What is asked for is in the answer each time; TypeScript wants the question.";

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
    ["drop the right of ??", "results[0]?.results ?? []"],
    ["drop the right of ??", "statements[index]?.length ?? 0"],
    ["drop the right of ??", "message?.id ?? null"],
    ["drop the right of ??", "found.get(part) ?? null"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/report-store.ts",
    operator,
    code,
    why: OF_BATCH,
  })),
  ...[
    ["drop the right of ??", "links?.results ?? []"],
    ["drop the right of ??", "codes?.results ?? []"],
    ["drop the right of ??", "offers?.results ?? []"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/row-names-store.ts",
    operator,
    code,
    why: OF_BATCH,
  })),
  ...[
    ["drop the right of ??", 'row.key ?? ""'],
    ["drop the right of ??", 'parseQrCodeId(row.key ?? "") ?? NO_CODE'],
    ["drop the right of ??", 'labels.get(row.key ?? "") ?? null'],
    ["drop the right of ??", "?.name ?? null"],
    ["drop the right of ??", "?.publicName ?? null"],
    ["drop the right of ??", "codeNames.get("],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/row-names-store.ts",
    operator,
    code,
    count: code === 'row.key ?? ""' ? 3 : code.startsWith("?.") ? 2 : 1,
    why: "What has no row of its own, or is not there any more, has no name: nobody sees whether that is null or undefined.",
  })),
  ...[["condition false", "ofLinks.length + ofCodes.length + ofOffers.length === 0"]].map(
    ([operator = "", code = ""]) => ({
      file: "src/visits/row-names-store.ts",
      operator,
      code,
      why: "Of no rows no names are found: the question only saves a call of D1.",
    }),
  ),
  ...[
    ["condition false", "day === undefined"],
    ["drop the right of &&", "ofDay && hour !== undefined"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/report-answers.ts",
    operator,
    code,
    why: "The key of an hour of the week has a day and an hour; TypeScript wants the question.",
  })),
  ...[
    ["condition true", 'readings.has("kinds")'],
    ["drop filter", '[...readings].filter((reading) => reading !== "numbers")'],
    ["condition false", "parts.length === 0"],
    ["SQL without (?9 IS NULL OR instr(row.counts, ?9) > 0)", ", row.project_id AS projectId"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-query.ts",
    operator,
    code,
    why: "It only saves reading what the answer does not need, which the sums leave out.",
  })),
  ...[["condition false", "questions.length === 0"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/ranking-store.ts",
    operator,
    code,
    why: "Of no questions there are no statements: it only saves a call of D1.",
  })),
  ...[
    ["condition true", "group[0]"],
    ["drop the right of ??", "days?.results ?? []"],
    ["drop the right of ??", "row?.rows ?? 0"],
    ["drop the right of ||", "results.length < limit || last === undefined"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    why: "A group has a part, a batch a result for each statement, and a full page a last row; TypeScript wants the question.",
  })),
  ...[
    ["condition true", "months.length > 0"],
    ["> to >=", "months.length > 0"],
    ["condition false", "months.length === 0"],
    ["condition false", "monthParts.length === 0"],
    ["condition false", "monthPart === null"],
    ["condition false", "part.monthPart === null"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    count: code === "months.length > 0" ? 3 : 1,
    why: "Parts of one group are all in months or none is: the question only saves asking for months of which nothing is read.",
  })),
  ...[
    ["condition false", "isWhole && country !== null"],
    ["drop the left of &&", "isWhole && country !== null"],
    ["drop country", "{country}`"],
    ["condition false", "links && links.size"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    why: "It only saves reading rows of other countries and links, which the sums leave out.",
  })),
  ...[
    ["condition false", "isWhole"],
    ["/ to *", "PER_PAGE.whole / days.length"],
    ["max to min", "Math.max(1, Math.floor(PER_PAGE.whole / days.length))"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    why: "It says how many rows are in memory at one time, and not which are read.",
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
];
