import { transform } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../service.ts";
import { mutantsOf } from "./copy.ts";
import type { Known } from "./known.ts";
import { planTries } from "./plan.ts";
import { sqlConditions } from "./sql-conditions.ts";
import { sqlWords } from "./sql-words.ts";
import { explainedBy, SURVIVORS } from "./survivors.ts";
import { ADDED } from "./switch.ts";
import { tryMutants } from "./try-mutants.ts";

test("every explanation is of one mutant of the code as it is, or of as many as it says", () => {
  const { mutants } = mutantsOf(ROOT, [...new Set(SURVIVORS.map(({ file }) => file))]);
  const others = SURVIVORS.map((survivor) => ({ survivor, found: explainedBy(survivor, mutants) })).filter(
    ({ survivor: { count = 1 }, found }) => found.length !== count,
  );
  expect(others).toEqual([]);
  expect(SURVIVORS.filter(({ why }) => why.length < 20)).toEqual([]);
});

test("the conditions of a statement are found, those of a BETWEEN are none", () => {
  const found = (sql: string) => sqlConditions(sql).map(({ start, end }) => sql.slice(start, end));
  expect(found("`SELECT a FROM b WHERE c = ?1 AND d > (SELECT 1 WHERE e) ORDER BY f`")).toEqual([
    "c = ?1",
    "d > (SELECT 1 WHERE e)",
    "e",
  ]);
  expect(found("`DELETE FROM a WHERE b BETWEEN ?1 AND ?2 AND c`")).toEqual(["b BETWEEN ?1 AND ?2", "c"]);
  expect(found(["`SELECT a FROM b WHERE $", "{x ? `AND` : ``} AND c`"].join(""))).toHaveLength(2);
  expect(found('"and so WHERE nothing"')).toEqual([]);
});

test("the comparisons, signs and orders of a statement are found, not those of what is put in", () => {
  const found = (sql: string) =>
    sqlWords(sql).map(({ start, end, other }) => `${sql.slice(start, end)} to ${other}`);
  expect(found("`SELECT max(a) FROM b WHERE c <= ?1 AND d <> e OR f + 1 > g ORDER BY h DESC, i`")).toEqual([
    "max to MIN",
    "<= to <",
    "+ to -",
    "> to >=",
    "DESC to ",
  ]);
  expect(found(["`SELECT a FROM b WHERE $", "{c < 1 ? { d: 1 > 2 } : ``} AND e >= f`"].join(""))).toEqual([
    ">= to >",
  ]);
  expect(found('"more < less"')).toEqual([]);
});

const known: Known = {
  sources: {},
  files: {
    "slow.test.ts": {
      hash: "",
      whole: false,
      tests: {
        slow: { ms: 400, passed: ["a", "b"], held: [] },
        tried: { ms: 1, passed: ["a"], held: ["a"] },
        amongOthers: { ms: 1, passed: ["c"], held: [], together: ["c"] },
      },
    },
    "quick.test.ts": { hash: "", whole: false, tests: { quick: { ms: 1, passed: ["a"], held: [] } } },
  },
  killed: {},
  loaded: [],
  kept: {},
};

test("a mutant is given to the quickest tests that pass it and have not tried it, in the order of their files", () => {
  const open = ["a", "b", "c"].map((key, id) => ({ id, key }));
  const files = Object.keys(known.files);
  const one = planTries(known, open, files, { most: 1 });
  expect(one).toEqual({
    "quick.test.ts": { whole: false, tests: { quick: [0] } },
    "slow.test.ts": { whole: false, tests: { slow: [1] } },
  });
  expect(Object.keys(one)).toEqual(["quick.test.ts", "slow.test.ts"]);
  expect(planTries(known, open, files, { most: 2 })["slow.test.ts"]?.tests).toEqual({ slow: [0, 1] });
  expect(planTries(known, open, files, { most: 2, longest: 300 })["slow.test.ts"]).toBeUndefined();
  // Where the time is short, each mutant gets its likeliest test first.
  expect(planTries(known, open, files, { most: 2 }, 30)["slow.test.ts"]).toBeUndefined();
  // What was on together with others is tried alone at the end.
  expect(planTries(known, open, files, { most: 2, alone: true })).toEqual({
    "slow.test.ts": { whole: false, tests: { amongOthers: [2] } },
  });
});

/**
 * Tries mutants on a test that notices some of them; `broken` ones keep it from ever passing again, and `loaded` ones are passed
 * in its first run alone.
 */
async function found(
  ids: readonly number[],
  noticed: readonly number[],
  { broken = [0], loaded = [0] } = {},
) {
  let active = new Set<number>();
  const all = { killed: [] as number[], held: [] as number[][], once: [] as number[], runs: 0 };
  const switchOn = (on: Iterable<number>): number[] => {
    active = new Set(on);
    return all.runs > 1 ? ids.filter((id) => !loaded.includes(id)) : [...ids];
  };
  Object.assign(globalThis, { mutationState: { switchOn } });
  let isBroken = false;
  await tryMutants(ids, {
    async holds() {
      all.runs++;
      isBroken ||= broken.some((id) => active.has(id));
      return !isBroken && !noticed.some((id) => active.has(id));
    },
    killed: (killed) => all.killed.push(...killed),
    held: (held) => all.held.push([...held]),
    passes: () => {},
    passesOnce: (once) => all.once.push(...once),
    unusable: () => expect.unreachable(),
    isOver: () => false,
  });
  Object.assign(globalThis, { mutationState: undefined });
  return all;
}

test("of mutants that are on together, each one that a test notices is found, in fewer runs than there are mutants", async () => {
  const ids = Array.from({ length: 100 }, (_, id) => 25 * (id + 1));
  const { killed, held, runs } = await found(ids, [25, 50, 1_000, 1_925]);
  expect(killed.sort((a, b) => a - b)).toEqual([25, 50, 1_000, 1_925]);
  expect(held.flat()).toHaveLength(96);
  expect(runs).toBeLessThan(50);
});

test("of two mutants that may be of one expression, neither hides the other", async () => {
  const { held } = await found([1, 2, 3, 40, 41, 42], []);
  expect(held).toEqual([[1], [2, 40], [3, 41], [42]]);
});

test("what fails after a mutant that broke the test for good says nothing of other mutants", async () => {
  const { killed } = await found([1, 2, 3], [], { broken: [1] });
  expect(killed).toEqual([1]);
});

test("a mutant that is passed while modules load is not said to be unnoticed", async () => {
  const { held, once } = await found([1, 2, 3], [], { loaded: [1, 2] });
  expect([held, once]).toEqual([[[3]], [1, 2]]);
});

test("a loop that does not end is ended, and a test that asks a lot without any mutant is not taken for one", async () => {
  interface Switch {
    state: { switchOn(ids: number[], isForAnotherTest?: boolean): number[] };
    mutated(id: number): boolean;
  }
  const { code } = await transform(ADDED["src/mutation-switch.ts"] ?? "", { loader: "ts" });
  const { state, mutated }: Switch = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const ask = (times: number) => {
    for (let time = 0; time < times; time++) mutated(1);
  };
  state.switchOn([]);
  ask(200_000);
  expect(state.switchOn([])).toEqual([1]);
  state.switchOn([2]);
  ask(1_500_000);
  expect(() => ask(Number.POSITIVE_INFINITY)).toThrow("keeps a loop from ending");
  // What another test asked says nothing of how often this one does.
  state.switchOn([], true);
  state.switchOn([2]);
  expect(() => ask(1_500_000)).toThrow("keeps a loop from ending");
  Object.assign(globalThis, { mutationState: undefined });
});
