import type { Survivor } from "./survivor.ts";

/** Mutants of src/visits, where news are found and reports shared, that change nothing that anybody could see. */
export const OF_VISIT_NEWS: readonly Survivor[] = [
  ...[["condition false", "ids.length === 0"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/news-store.ts",
    operator,
    code,
    why: "Of no links nothing is found: the question only saves a call of D1.",
  })),
  ...[["SQL without scans > 0", "WITH project AS MATERIALIZED"]].map(([operator = "", code = ""]) => ({
    file: "src/visits/news-store.ts",
    operator,
    code,
    why: "Which of these links were scanned is asked next; the condition only saves looking at those of which nothing is told.",
  })),
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
  ].map(([operator = "", code = ""]) => ({
    file: "src/visits/shared-report-store.ts",
    operator,
    code,
    why: "Whether the activity is noted says the same: the number of changes only saves asking.",
  })),
];
