import type { Survivor } from "./survivor.ts";

/** Mutants of src/visits, where news are found and reports shared, that change nothing that anybody could see. */
export const OF_VISIT_NEWS: readonly Survivor[] = [
  ...[["condition false", "ids.length === 0"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/news-store.ts",
    operator,
    code,
    why: "Of no links nothing is found: the question only saves a call of D1.",
  })),
  {
    file: "src/visits/news-store.ts",
    operator: "condition false",
    code: 'projects === "all"',
    after: "const given = ",
    why: "A statement about all projects asks nothing of this parameter.",
  },
  {
    file: "src/visits/news-store.ts",
    operator: "drop the right of &&",
    code: "state && { ...state, whole: state.whole === 1 }",
    why: "It is asked whether this holds alone, which 1 and 0 say as well; TypeScript wants true or false.",
  },
  ...[["drop the statement", "requireScope(actor, GET_VISITS_SCOPE);"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/get-visit-news.ts",
    operator,
    code,
    why: "The report that it asks for requires the same scope.",
  })),
  ...[["condition false", "projectId === undefined"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/get-visit-news.ts",
    operator,
    code,
    after: "const filter = ",
    why: "A filter that is undefined does not filter; TypeScript tells it from one that is absent.",
  })),
  {
    file: "src/visits/get-visit-news.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "before.get(id) ?? ",
    why: "Only links to which twenty people and more came are told: one is too few as well.",
  },
  ...["(a.day < b.day ? ", "(a.day < b.day ? 1 : -"].map((after) => ({
    file: "src/visits/get-visit-news.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after,
    why: "A sort asks whether the number is above or below 0, and not which it is.",
  })),
  ...[
    ["drop the right of ??", "before.get(id) ?? 0"],
    ["drop the right of ??", "answerOf(answer)?.rows ?? []"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/get-visit-news.ts",
    operator,
    code,
    why: "Undefined is less than no number, and whole days by link always have an answer; TypeScript wants the question.",
  })),
  ...[
    ["drop filter", "rows.filter(({ key }) => key !== THE_REST)"],
    ["drop filter", "scanned.filter(({ id }) => id < firstId)"],
    ["< to <=", "id < firstId"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/get-visit-news.ts",
    operator,
    code,
    why: "It only saves looking up what there is not: a link of this id, and visits from before a link was made.",
  })),
  ...[["< to <=", "a.day < b.day"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/get-visit-news.ts",
    operator,
    code,
    why: "Links of one day are in no order of their own.",
  })),
  ...[
    ["drop the right of &&", "found.length > limit && last"],
    ["condition false", "report.revokedAt !== null"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/manage-shared-reports.ts",
    operator,
    code,
    why: "A page that is full has a last report, and what is revoked already is not revoked again: the questions only save asking.",
  })),
  {
    file: "src/visits/manage-shared-reports.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "limit + ",
    why: "One report after the page says that there is a further page, and so do two.",
  },
  {
    file: "src/visits/read-shared-report.ts",
    operator: "condition true",
    code: "isToken(token)",
    why: "No report is stored under the hash of what is no token: the question only saves looking it up.",
  },
  {
    file: "src/visits/read-shared-report.ts",
    operator: "condition false",
    code: "checked.linkId === null",
    why: "No link has null for an id: the question only saves looking it up.",
  },
  {
    file: "src/visits/read-shared-report.ts",
    operator: "drop the right of ??",
    code: "compare ?? undefined",
    why: "What is asked for without a comparison says so by null or undefined; TypeScript wants one of them.",
  },
  {
    file: "src/visits/share-report.ts",
    operator: "drop the right of &&",
    code: 'actor.projects !== "all" && subject.projects !== "all"',
    why: "Whoever uses some projects sees all of them, one of them or that of a link, never all; TypeScript wants the question.",
  },
  ...[
    ["SQL without revoked_at IS NULL", "UPDATE shared_reports SET revoked_at = ?2"],
    [`SQL without \${guardSql(made, 3)}`, "UPDATE shared_reports SET revoked_at = ?2"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/shared-report-store.ts",
    operator,
    code,
    why: "The activity is noted if and only if the report is not revoked: either condition says so.",
  })),
  ...[
    ["drop the left of ||", "(first?.meta.changes ?? 0) > 0 || (await wasNoted(db, activity))"],
    ["> to <", "(first?.meta.changes ?? 0) > 0"],
    ["drop the right of ??", "first?.meta.changes ?? 0"],
    ["drop the left of ??", "first?.meta.changes ?? 0"],
    ["0 to 0 + 1", "0", "(first?.meta.changes ?? 0) > "],
  ].map(([operator = "", code = "", after]) => ({
    file: "src/visits/shared-report-store.ts",
    operator,
    code,
    ...(after !== undefined && { after }),
    why: "Whether the activity is noted says the same: the number of changes only saves asking.",
  })),
  {
    file: "src/visits/shared-report-store.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "first?.meta.changes ?? ",
    why: "A batch has a result for its first statement; TypeScript wants the question.",
  },
];
