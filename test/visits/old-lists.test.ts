import { expect, test } from "vitest";
import { forgetOldLists } from "../../src/visits/rank-visits.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;

test("lists that are no longer kept go with their last entry, also where there are more than one step deletes", async () => {
  await emptyCounters(db);
  const numbers = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2001)";
  await db.batch(
    [
      "INSERT INTO visit_rank_state VALUES (1, '', '2026-08-09', '~', '', '', '')",
      "INSERT INTO visit_rank_lists VALUES (1, 1, '2026-01-01', 'link', 'acme', 'main', 2001, 0, 0, 0)",
      `${numbers} INSERT INTO visit_ranks SELECT 1, n, '', 1, 0, 0, 0 FROM n`,
    ].map((sql) => db.prepare(sql)),
  );
  await forgetOldLists(db);
  expect(await rowsOf(db, "SELECT count(*) FROM visit_rank_lists")).toEqual([[0]]);
  expect(await rowsOf(db, "SELECT count(*) FROM visit_ranks")).toEqual([[0]]);
});
