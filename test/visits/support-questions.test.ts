import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { addRows } from "./day-row.ts";
import { emptyCounters, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;

/** The questions that docs/storage.md answers with the view of visits. */
const [, section = ""] = readFileSync("docs/storage.md", "utf8").split(
  "\n### Visits (`src/features/visits/`)\n",
);
const QUESTIONS = Array.from(
  section.matchAll(/^"(.+)"\n\n```sql\n([^`]+)```/gm),
  ([, question = "", sql = ""]) => [question, sql] as const,
);

const visits = (day: string, hour: number, scans: number) => {
  const counts = (code: string) => ({
    [code]: { "US phone": { [hour]: scans } },
    "": { "CA robot": { 4: 5 } },
  });
  const numbers = { day, scans, robots: 5 };
  return [
    { ...numbers, link_id: "lnk_1", counts: counts("poster") },
    { ...numbers, link_id: "", counts: counts("*") },
  ];
};

const ANSWERS: Record<string, unknown[][]> = {
  "Which visits did this link have yesterday, by hour?": [
    [4, "robots", 5],
    [13, "scans", 3],
  ],
  "Where is the poster scanned, and with which devices?": [["US", "phone", 5]],
  "Which links of the project had most people last week?": [["lnk_1", null, 5]],
  "How many visits in March were robots, by day?": [["2026-03-31", 5, 6]],
  "Do the numbers of the project match the sums of its links?": [
    ["2026-11-20", 7, 7],
    ["2026-11-21", 8, 8],
  ],
};

test("docs/storage.md: each support question is answered by one SELECT", async () => {
  await emptyCounters(db);
  await addRows(db, [
    ...visits("2026-03-31", 0, 1),
    ...visits("2026-11-20", 23, 2),
    ...visits("2026-11-21", 13, 3),
  ]);
  await rollUpVisits({ db, now: () => new Date("2026-11-22T12:00:00Z") });
  const answers: Record<string, unknown[][]> = {};
  for (const [question, sql] of QUESTIONS) {
    answers[question] = await db.prepare(sql).raw();
    const plan = (await db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>()).results;
    // Neither table is read as a whole.
    expect(plan.filter(({ detail }) => /^SCAN visit_/.test(detail))).toEqual([]);
  }
  expect(answers).toEqual(ANSWERS);
});
