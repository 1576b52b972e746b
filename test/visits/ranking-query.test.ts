import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { foldDays } from "../../src/visits/range.ts";
import { RANKING_BOUNDS, type RankingBounds } from "../../src/visits/ranking-query.ts";
import { rankedRows, rankingStatements } from "../../src/visits/ranking-store.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeAll(() =>
  db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      VALUES (?1, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
    )
    .bind(LINK.fourth)
    .run(),
);
beforeEach(() => emptyCounters(db));

const DAYS = ["2026-08-07", "2026-08-08"];

/** Makes days ranked that have these lists: each of a project and day, with the people of links by their numbers. */
async function rank(lists: readonly [project: string, day: string | undefined, people: readonly number[]][]) {
  const statement = db.prepare(
    `INSERT INTO visit_rank_lists (id, days, first_day, kind, organization_id, project_id, scans, clicks, robots, previews)
    VALUES (?1, 1, ?2, 'link', 'acme', ?3, 0, ?4, 0, 0)`,
  );
  const entries = db.prepare(
    `INSERT INTO visit_ranks (list_id, link_number, qr_identifier, scans, clicks, robots, previews)
    SELECT ?1, key, '', 0, value, 0, 0 FROM json_each(?2) WHERE value > 0`,
  );
  await db.batch([
    db.prepare(
      "WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 600) INSERT INTO visit_rank_links SELECT n, 'lnk_' || n FROM n",
    ),
    db.prepare(`INSERT INTO visit_rank_state VALUES (1, '', '${DAYS[1]}', '~', '', '', '')`),
    ...lists.flatMap(([project, day, people], id) => [
      statement.bind(
        id,
        day,
        project,
        people.reduce((sum, each) => sum + each, 0),
      ),
      entries.bind(id, JSON.stringify(people)),
    ]),
  ]);
}

async function answerTo(
  kind: "link" | "qrCode",
  days: readonly string[],
  bounds: Partial<RankingBounds> = {},
) {
  const question = { organizationId: "acme", projects: "all", kind, days, rowLimit: 100 } as const;
  const [statement] = await rankingStatements(db, [question], { ...RANKING_BOUNDS, ...bounds });
  if (!statement) throw new Error("there is a statement for each question");
  const answer = await statement.all();
  const rows = rankedRows(answer);
  return {
    named: rows.flatMap(({ key, scans, clicks }) => (key === null ? [] : [[key, scans + clicks]])),
    robots: rows.reduce((sum, { robots }) => sum + robots, 0),
    read: answer.meta.rows_read,
  };
}

const ten = (most: number): number[] => Array.from({ length: 10 }, (_, number) => most - number);

describe("links are named that have more people than any that is not looked up", () => {
  test("in any project: the one with most people decides", async () => {
    // Of each list the first three entries are read.
    await rank([
      ["main", DAYS[0], ten(100)],
      ["shop", DAYS[0], [...Array<number>(10).fill(0), ...ten(50)]],
    ]);
    expect((await answerTo("link", DAYS.slice(0, 1), { entries: 6 })).named).toEqual([
      ["lnk_0", 100],
      ["lnk_1", 99],
      ["lnk_2", 98],
    ]);
  });

  test("by what a link may have in lists where it was not met, too", async () => {
    // Of each list the first two are read. Who comes second in the first list has most people of both.
    await rank([
      ["main", DAYS[0], [100, 95, 10, 9]],
      ["main", DAYS[1], [0, 10, 0, 0, 12, 11]],
    ]);
    expect((await answerTo("link", DAYS, { entries: 4, candidates: 1 })).named).toEqual([]);
    expect((await answerTo("link", DAYS, { entries: 4, candidates: 2 })).named).toEqual([
      ["lnk_1", 105],
      ["lnk_0", 100],
    ]);
  });

  test("and of as many with as many people as the last that is read, no more are read", async () => {
    await rank([["main", DAYS[0], Array<number>(600).fill(7)]]);
    const { named, read } = await answerTo("link", DAYS.slice(0, 1), { entries: 20 });
    expect(named).toEqual([]);
    expect(read).toBeLessThan(300);
  });
});

describe("as many rows as are read at most are not cut, which would not tell robots of codes apart", () => {
  const OLD = "2026-04-03";
  beforeEach(() =>
    storeAll(db, [
      { linkId: LINK.second, hour: `${OLD}T10` },
      { linkId: LINK.third, hour: `${OLD}T10` },
      { linkId: LINK.fourth, hour: `${OLD}T10`, qr: "front", visits: 2 },
      { linkId: LINK.fourth, hour: `${OLD}T10`, qr: "front", visitor: "robot", visits: 5 },
    ]),
  );
  const robots = async (rows: number) => (await answerTo("qrCode", [OLD], { rows })).robots;

  test("of days: one for each code", async () => {
    expect([await robots(0), await robots(1)]).toEqual([0, 5]);
  });

  test("of months: one for each link", async () => {
    await db.prepare("INSERT INTO visit_rank_state VALUES (1, ?1, ?1, '~', '', '', '')").bind(DAYS[0]).run();
    await foldDays(db, new Date("2026-08-20"));
    expect(await rowsOf(db, "SELECT * FROM visit_days")).toEqual([]);
    expect([await robots(2), await robots(3)]).toEqual([0, 5]);
  });
});
