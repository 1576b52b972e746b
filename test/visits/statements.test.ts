import { beforeEach, expect, test } from "vitest";
import { addDays, addMonths } from "../../src/visits/day-statements.ts";
import { packRows } from "../../src/visits/pack-months.ts";
import { addLateToRankings } from "../../src/visits/ranking-source.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

/** The statements that add to days, months and rankings, and that pack months: each changes what it is given where a condition holds. */

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const run = (sql: string, ...rows: unknown[][]) => db.prepare(sql).bind(JSON.stringify(rows)).run();
const CELLS = '{"c":{"USk":"a20b20c20d20"}}';
const PACKED = '{"c":{"USk":"=a7####"}}';
const MONTH = ["2026-05", "acme", "main", "lnk_1"];

test("nothing is added to days and months where the condition does not hold", async () => {
  const day = ["2026-05-01", "acme", "main", "lnk_1", "custom", 0, 1, 0, 0, 0, { ":": { USp: "a1" } }];
  const month = [...MONTH, JSON.parse(CELLS)];
  const counts = async () => [
    ...(await rowsOf(db, "SELECT clicks FROM visit_days")),
    ...(await rowsOf(db, "SELECT counts ->> '$.c.USk' FROM visit_months")),
  ];
  await run(addDays("FALSE"), day);
  await run(addMonths("FALSE"), month);
  expect(await counts()).toEqual([]);
  for (const _ of ["new", "again"]) {
    await run(addDays("TRUE"), day);
    await run(addMonths("TRUE"), month);
  }
  await run(addDays("FALSE"), day);
  await run(addMonths("FALSE"), month);
  expect(await counts()).toEqual([[2], ["a40b40c40d40"]]);
});

test("nor to rankings", async () => {
  await db.prepare("INSERT INTO visit_rank_state VALUES (1, '', '2026-05-02', '~', '', '', '')").run();
  const day = ["2026-05-01", "acme", "main", "lnk_1", "custom", 0, 1, 0, 0, 0, {}];
  const added = async (condition?: string) => {
    for (const sql of addLateToRankings(condition)) await run(sql, day);
    return (await rowsOf(db, "SELECT clicks FROM visit_ranks")).flat();
  };
  expect(await added("FALSE")).toEqual([]);
  // In blocks of one day, eight and sixty-four.
  expect(await added("TRUE")).toEqual([1, 1, 1]);
  expect(await added()).toEqual([2, 2, 2]);
});

test("a month is packed as it was read, and no other one", async () => {
  const others = [
    ["2026-06", "acme", "main", "lnk_1"],
    ["2026-05", "globex", "main", "lnk_1"],
    ["2026-05", "acme", "shop", "lnk_1"],
    ["2026-05", "acme", "main", "lnk_2"],
  ];
  const packed = () =>
    rowsOf(
      db,
      "SELECT month, organization_id, project_id, link_id FROM visit_months WHERE packed IS NOT NULL",
    );
  await run(addMonths("TRUE"), ...[MONTH, ...others].map((key) => [...key, JSON.parse(CELLS)]));
  await run(packRows("FALSE"), [...MONTH, CELLS, PACKED]);
  // Something was added since this was read.
  await run(packRows("TRUE"), [...MONTH, '{"c":{"USk":"a19b20c20d20"}}', PACKED]);
  expect(await packed()).toEqual([]);
  await run(packRows("TRUE"), [...MONTH, CELLS, PACKED]);
  expect(await packed()).toEqual([MONTH]);
  // What is packed is not packed again.
  await run(packRows("TRUE"), [...MONTH, "{}", "{}"]);
  expect(await rowsOf(db, "SELECT counts, packed FROM visit_months WHERE packed IS NOT NULL")).toEqual([
    [{}, JSON.parse(PACKED)],
  ]);
});
