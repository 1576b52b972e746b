import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eachCell, LETTERS } from "../../src/visits/cells.ts";
import { foldDays } from "../../src/visits/range.ts";
import { rankVisits } from "../../src/visits/rank-visits.ts";
import { RANKING_BOUNDS, type RankingBounds } from "../../src/visits/ranking-query.ts";
import { rankedRows, rankingStatements } from "../../src/visits/ranking-store.ts";
import { packedCellSql } from "../../src/visits/series-text.ts";
import { storeAll, type Visits } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeAll(() =>
  db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      SELECT link.value, code.value, link.value || ' on the ' || code.value, 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z'
      FROM json_each(?1) AS link CROSS JOIN json_each(?2) AS code`,
    )
    .bind(JSON.stringify([LINK.second, LINK.third, LINK.fourth]), JSON.stringify(["front", "shelf"]))
    .run(),
);
beforeEach(() => emptyCounters(db));

const RANKED = "2026-08-08";
const TODAY = "2026-08-10";
const rankDays = () => rankVisits(db, new Date(`${TODAY}T12:00Z`));
const came = (linkId: string, visits: number, more: Partial<Visits> = {}): Visits => ({
  ...{ linkId, visits, hour: `${TODAY}T10`, ...more },
});

async function answerTo(kind: "link" | "qrCode", days: string[], bounds: Partial<RankingBounds> = {}) {
  const question = { organizationId: "acme", projects: "all", kind, days, rowLimit: 100 } as const;
  const [statement] = await rankingStatements(db, [question], { ...RANKING_BOUNDS, ...bounds });
  if (!statement) throw new Error("there is a statement for each question");
  return statement.all();
}

/** The links or codes that are named, with their people, and what the rest has. */
async function asked(kind: "link" | "qrCode", days: string[], bounds: Partial<RankingBounds> = {}) {
  const rows = rankedRows(await answerTo(kind, days, bounds));
  return {
    named: rows.flatMap(({ key, scans, clicks }) => (key === null ? [] : [[key, scans + clicks]])),
    rest: rows
      .filter(({ key }) => key === null)
      .map(({ scans, clicks, robots, previews }) => [scans, clicks, robots, previews]),
  };
}

describe("what a ranking does not read is not guessed", () => {
  test("of links with as many people, none is named where not all of them are looked up", async () => {
    await storeAll(db, [came(LINK.second, 5), came(LINK.third, 5)]);
    expect(await asked("link", [TODAY], { candidates: 2 })).toEqual({
      named: [
        [LINK.second, 5],
        [LINK.third, 5],
      ],
      rest: [[0, 0, 0, 0]],
    });
    expect(await asked("link", [TODAY], { candidates: 1 })).toEqual({ named: [], rest: [[0, 10, 0, 0]] });
  });

  test("no link is named where one that was not read may have had more people", async () => {
    await storeAll(db, [came(LINK.second, 1), came(LINK.third, 1), came(LINK.fourth, 10)]);
    const namedOf = async (rows: number) => (await asked("link", [TODAY], { rows })).named.length;
    // One row more than these is read, to find out whether there are more.
    expect([await namedOf(1), await namedOf(2), await namedOf(3)]).toEqual([0, 3, 3]);
    expect((await asked("link", [TODAY], { rows: 1 })).rest).toEqual([[0, 12, 0, 0]]);
  });

  test("no code is named by what others of its link had, and visits without a code are not told", async () => {
    await storeAll(db, [
      came(LINK.third, 10, { hour: `${RANKED}T10`, qr: "front" }),
      came(LINK.third, 5, { hour: `${RANKED}T10`, qr: "shelf" }),
    ]);
    await rankDays();
    await storeAll(db, [
      ...["front", "shelf"].map((qr) => came(LINK.second, 1, { qr })),
      came(LINK.third, 20, { qr: "shelf" }),
      came(LINK.third, 30),
      came(LINK.third, 40, { visitor: "robot" }),
    ]);
    expect(await asked("qrCode", [RANKED, "2026-08-09", TODAY], { candidates: 1, rows: 1 })).toEqual({
      named: [],
      rest: [[37, 0, 0, 0]],
    });
  });
});

test("of a long list, only the first entries are read", async () => {
  const numbers = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)";
  await db.batch(
    [
      `${numbers} INSERT INTO visit_rank_links (number, link_id) SELECT n, 'lnk_' || n FROM n`,
      `${numbers} INSERT INTO visit_ranks (list_id, link_number, qr_identifier, scans, clicks, robots, previews)
        SELECT 1, n, '', 0, n, 0, 0 FROM n`,
      `INSERT INTO visit_rank_lists (id, days, first_day, kind, organization_id, project_id, scans, clicks, robots, previews)
        VALUES (1, 1, '${RANKED}', 'link', 'acme', 'main', 0, 125250, 0, 0)`,
      `INSERT INTO visit_rank_state (id, first_day, day, organization_id, project_id, link_id, retailer)
        VALUES (1, '', '${RANKED}', '~', '', '', '')`,
    ].map((sql) => db.prepare(sql)),
  );
  const bounds = { entries: 20, candidates: 2 };
  expect(await asked("link", [RANKED], bounds)).toEqual({
    named: [
      ["lnk_500", 500],
      ["lnk_499", 499],
    ],
    rest: [[0, 124_251, 0, 0]],
  });
  expect((await answerTo("link", [RANKED], bounds)).meta.rows_read).toBeLessThan(300);
});

test("links and codes are told with their own names, codes also with that of their link", async () => {
  await storeAll(db, [came(LINK.second, 2, { qr: "front" }), came(LINK.third, 1, { qr: "shelf" })]);
  const links = await rowsOf(db, "SELECT id, name FROM links");
  const nameOf = (link: string) => links.find(([id]) => id === link)?.[1];
  const namesOf = async (kind: "link" | "qrCode") =>
    rankedRows(await answerTo(kind, [TODAY])).map(({ name, linkName }) => [name, linkName]);
  expect(nameOf(LINK.third)).not.toBe(nameOf(LINK.second));
  expect(await namesOf("link")).toEqual([
    [nameOf(LINK.second), null],
    [nameOf(LINK.third), null],
    [null, null],
  ]);
  expect(await namesOf("qrCode")).toEqual([
    [`${LINK.second} on the front`, nameOf(LINK.second)],
    [`${LINK.third} on the shelf`, nameOf(LINK.third)],
    [null, null],
  ]);
});

describe("days in months", () => {
  const OLD = "2026-04-03";
  /** Stores visits of the old day, and puts it into its month. Lists of that day alone are not kept so long. */
  const storeOld = async (all: readonly [link: string, visits: number, code?: string][]) => {
    await storeAll(
      db,
      all.map(([linkId, visits, qr = ""]) => came(linkId, visits, { qr, hour: `${OLD}T10` })),
    );
    await storeAll(db, [came(LINK.second, 1, { hour: `${RANKED}T10` })]);
    await rankDays();
    await foldDays(db, new Date("2026-08-20"));
    expect(await rowsOf(db, `SELECT * FROM visit_days WHERE day = '${OLD}'`)).toEqual([]);
  };

  test("are told when only one is asked for", async () => {
    await storeOld([[LINK.second, 7]]);
    expect(await asked("link", [OLD])).toEqual({ named: [[LINK.second, 7]], rest: [[0, 0, 0, 0]] });
  });

  test("of links without codes count as rows that were read", async () => {
    await storeOld([
      [LINK.second, 1],
      [LINK.third, 1],
      [LINK.fourth, 10, "front"],
    ]);
    expect(await asked("qrCode", [OLD], { rows: 1 })).toEqual({ named: [], rest: [[10, 0, 0, 0]] });
    expect((await asked("qrCode", [OLD], { rows: 3 })).named).toEqual([[`qr_${LINK.fourth}_front`, 10]]);
  });

  test("are read by SQL as they are elsewhere, from cells and from series", async () => {
    const texts = ["=a\u0087#$#", "=e#78#777", "=C7###", "=a$6#66", "a3d12", "E1029384756b7", "k5", ""];
    const numbers = await db
      .prepare(
        `SELECT text.value, json_group_array(${packedCellSql("text.value", "letter.value")} ORDER BY letter.key)
        FROM json_each(?1) AS text CROSS JOIN json_each(?2) AS letter GROUP BY text.key ORDER BY text.key`,
      )
      .bind(JSON.stringify(texts), JSON.stringify([...LETTERS]))
      .raw<[string, string]>();
    const expected = texts.map((text) => {
      const visits = Array.from(LETTERS, () => 0);
      eachCell(text, (place, number) => {
        visits[place] = number;
      });
      return [text, visits];
    });
    expect(numbers.map(([text, read]) => [text, JSON.parse(read)])).toEqual(expected);
  });
});
