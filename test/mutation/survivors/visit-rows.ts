import type { Survivor } from "./survivor.ts";

const OF_BATCH = "What is asked for is in the answer each time; TypeScript wants the question.";

/** Mutants of src/visits, where the rows of a report are read, that change nothing that anybody could see. */
export const OF_VISIT_ROWS: readonly Survivor[] = [
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
  {
    file: "src/visits/row-names-store.ts",
    operator: "condition false",
    code: "linkId === null",
    why: "No link has offers without its id: the question only saves looking for them, and a call of D1 where no other names are asked for.",
  },
  ...[
    ["condition true", 'readings.has("kinds")'],
    ["drop filter", '[...readings].filter((reading) => reading !== "numbers")'],
    ["condition false", "parts.length === 0"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-query.ts",
    operator,
    code,
    why: "It only saves reading what the answer does not need, which the sums leave out.",
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
    why: "Where no part of the counts of months is read, they tell nothing: the question only saves asking for them.",
  })),
  ...[
    ["condition false", "isWhole && country !== null"],
    ["drop the left of &&", "isWhole && country !== null"],
    ["drop country", "{country}`"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    why: "It only saves reading rows of other countries, which the sums leave out.",
  })),
  ...[
    ["condition true", "isWhole"],
    ["condition false", "isWhole"],
    ["/ to *", "PER_PAGE.whole / days.length"],
    ["floor to ceil", "Math.floor(PER_PAGE.whole / days.length)"],
    ["max to min", "Math.max(1, Math.floor(PER_PAGE.whole / days.length))"],
    ["1 to 1 + 1", "1", "Math.max("],
  ].map(([operator = "", code = "", after]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    ...(after !== undefined && { after }),
    why: "It says how many rows are in memory at one time, and not which are read.",
  })),
  {
    file: "src/visits/report-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "statements[index]?.length ?? ",
    why: OF_BATCH,
  },
  ...[
    ["1 to 1 + 1", "1", "results.slice(1, "],
    ["condition true", "part"],
  ].map(([operator = "", code = "", after]) => ({
    file: "src/visits/report-store.ts",
    operator,
    code,
    ...(after !== undefined && { after }),
    why: "There are as many results of rankings as parts that are ranked, and a result without a part is left out.",
  })),
  {
    file: "src/visits/report-store.ts",
    operator: "drop filter",
    code: "parts.filter(isOfRows)",
    after: "const sums = ",
    why: "The rows of rankings have these names already: it only saves looking them up again.",
  },
  {
    file: "src/visits/rows-query.ts",
    operator: "condition false",
    code: 'projects === "all"',
    after: "[ organizationId, ",
    count: 2,
    why: "A statement about all projects asks nothing of this parameter.",
  },
  {
    file: "src/visits/rows-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "${days.at(-",
    why: "Days follow one another: the first and the last but one tell the last one, too, and a single day has none but the last.",
  },
  {
    file: "src/visits/rows-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "most + ",
    why: "One row more than may be read says that there are too many, and so do two.",
  },
  {
    file: "src/visits/rows-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "row?.rows ?? ",
    why: "A count has one row; TypeScript wants the question.",
  },
  ...[
    ["< to >", "results.length < limit"],
    ["drop the left of ||", "results.length < limit || last === undefined"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/rows-store.ts",
    operator,
    code,
    why: "After a page that is not full there is an empty one, which ends it: the question only saves asking for that.",
  })),
];
