import { beforeEach, describe, expect, test } from "vitest";
import { MOST_REFERRERS } from "../../src/visits/day-rows.ts";
import { addDays } from "../../src/visits/day-statements.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

type Counts = Record<string, Record<string, string>>;

/** Adds a row for a link, or for its project where there is none. */
const add = (counts: Counts, { link = "lnk_1", numbers = [0, 1, 0, 0, 0] } = {}) =>
  db
    .prepare(addDays())
    .bind(JSON.stringify([["2026-05-01", "acme", "main", link, "custom", ...numbers, counts]]))
    .run();
const countsOf = async (): Promise<unknown> => (await rowsOf(db, "SELECT counts FROM visit_days"))[0]?.[0];

test("every number of a day is added to the one that is stored", async () => {
  await add({}, { numbers: [1, 2, 3, 4, 5] });
  await add({}, { numbers: [10, 20, 30, 40, 50] });
  expect(await rowsOf(db, "SELECT scans, clicks, robots, previews, taps FROM visit_days")).toEqual([
    [11, 22, 33, 44, 55],
  ]);
});

test.each([
  ["a cell that is there", "a3b5", "b70", "a3b75"],
  ["one that is not", "a3b5", "c7", "a3b5c7"],
  ["several", "a3b5", "b70c8", "a3b75c8"],
  ["nothing", undefined, "b70c8", "b70c8"],
])("cells are added to %s", async (_, old, added, sum) => {
  await add(old === undefined ? {} : { ":": { USp: old } });
  await add({ ":": { USp: added } });
  expect(await countsOf()).toEqual({ ":": { USp: sum } });
});

/** So many hosts in order, each with clicks. */
const hosts = (number: number, clicks = 1): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: number }, (_, index) => [
      `h${String(index).padStart(3, "0")}.example`,
      `k${clicks}`,
    ]),
  );

describe.each([
  ["a link", "lnk_1", MOST_REFERRERS.link],
  ["a project", "", MOST_REFERRERS.project],
])("the row of %s has so many referrers", (_, link, most) => {
  const last = `h${String(most - 1).padStart(3, "0")}.example`;

  test("and takes new ones up to that, each under its name", async () => {
    await add({ f: hosts(most - 1) }, { link });
    await add({ f: { [last]: "k2" } }, { link });
    expect(await countsOf()).toEqual({ f: { ...hosts(most), [last]: "k2" } });
  });

  test("those that it has go on, and all others are one", async () => {
    await add({ f: hosts(most) }, { link });
    await add({ f: { "a.example": "k20", [last]: "k3" } }, { link });
    expect(await countsOf()).toEqual({ f: { ...hosts(most), [last]: "k4", "*": "k20" } });
  });

  test("also where others are counted together already", async () => {
    await add({ f: hosts(most) }, { link });
    for (const clicks of [20, 300]) {
      await add({ f: { "a.example": `k${clicks}` } }, { link });
      await add({ f: { [last]: "k1" } }, { link });
    }
    expect(await countsOf()).toEqual({ f: { ...hosts(most), [last]: "k3", "*": "k320" } });
  });
});
