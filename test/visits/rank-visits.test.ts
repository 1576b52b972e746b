import { beforeEach, expect, test } from "vitest";
import { rankVisits } from "../../src/visits/rank-visits.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("ranking goes on after the row that was ranked last, which is not ranked again", async () => {
  await storeAll(
    db,
    [LINK.second, LINK.third, LINK.fourth].map((linkId) => ({ linkId, hour: "2026-08-08T10" })),
  );
  const state = `INSERT INTO visit_rank_state
    SELECT 1, '', day, organization_id, project_id, link_id, retailer FROM visit_days WHERE link_id = ?1`;
  await db.prepare(state).bind(LINK.second).run();
  await rankVisits(db, new Date("2026-08-10T12:00Z"));
  const entries = `SELECT days, link_id, clicks FROM visit_ranks JOIN visit_rank_links ON number = link_number
    JOIN (SELECT id, days FROM visit_rank_lists) ON id = list_id ORDER BY 1, 2`;
  expect(await rowsOf(db, entries)).toEqual(
    [1, 8, 64].flatMap((days) => [LINK.third, LINK.fourth].map((link) => [days, link, 1])),
  );
});
