import { expect, test } from "vitest";
import { byMutant, hintsOf, namesOf, noticedSince, shortOf } from "./hints.ts";
import type { Mutant } from "./instrument.ts";
import type { Known } from "./known.ts";
import { planHinted } from "./plan-hinted.ts";
import type { Judged } from "./score.ts";

const mutant = (id: number, line: number, code: string): Mutant => ({
  id,
  file: "src/a.ts",
  line,
  operator: "drop !",
  code,
  before: "",
  loads: false,
});

test("a mutant keeps its name while other lines of its file change, and the same code elsewhere has another one", () => {
  const before = namesOf([mutant(0, 1, "!a"), mutant(1, 2, "!b"), mutant(2, 3, "!a")]);
  const after = namesOf([
    mutant(0, 7, "!new"),
    mutant(1, 11, "!a"),
    mutant(2, 12, "!b"),
    mutant(3, 30, "!a"),
  ]);
  expect(after.slice(1)).toEqual(before);
  expect(new Set(after).size).toBe(4);
});

test("what is written is the same whatever was found first, and is read back", () => {
  const noticed: [string, { file: string; test: string }][] = [
    ["bbbbb", { file: "z.test.ts", test: "two" }],
    ["ccccc", { file: "a.test.ts", test: "one" }],
    ["aaaaa", { file: "z.test.ts", test: "two" }],
  ];
  const hints = hintsOf(new Map(noticed));
  expect(JSON.stringify(hints)).toBe('{"a.test.ts":{"one":"ccccc"},"z.test.ts":{"two":"aaaaa bbbbb"}}');
  expect(hintsOf(new Map(noticed.reverse()))).toEqual(hints);
  expect(byMutant(hints)).toEqual(new Map(noticed));
});

const told = (held: string[]): Known["files"][string] => ({
  hash: "",
  whole: false,
  tests: { one: { ms: 1, passed: [], held } },
});

test("a mutant is given to the test that noticed it last, unless that did not notice it now", () => {
  const by = (file: string, name = shortOf("one")) => ({ file, test: name });
  const hints = new Map([
    ["new", by("new.test.ts")],
    ["held", by("told.test.ts")],
    ["open", by("told.test.ts")],
    ["renamed", by("told.test.ts", shortOf("another"))],
    ["gone", by("gone.test.ts")],
  ]);
  const known: Known = {
    sources: {},
    files: { "told.test.ts": told(["held"]) },
    killed: {},
    loaded: [],
    kept: {},
  };
  const open = [...hints.keys(), "without"].map((key, id) => ({ id, key, name: key }));
  expect(planHinted(known, open, ["new.test.ts", "told.test.ts"], hints)).toEqual({
    "new.test.ts": { whole: false, tells: true, tests: { [shortOf("one")]: [0] } },
    "told.test.ts": { whole: false, tells: false, tests: { [shortOf("one")]: [2] } },
  });
});

test("what a run did not try keeps its hint, what it tried in vain or what is gone from the code loses it", () => {
  const old = { file: "old.test.ts", test: "old" };
  const before = new Map(["gone", "elsewhere", "again", "tried", "untried"].map((name) => [name, old]));
  const names = ["again", "tried", "untried"];
  const judged = names.map((name, id): Judged => {
    const killed = name === "again";
    const tried = name === "tried";
    return { mutant: mutant(id, 1, name), killed, explained: false, covered: true, tried };
  });
  const noticed = noticedSince(before, [...names, "elsewhere"], judged, names, [old.file], (id) =>
    id === 0 ? { file: "new.test.ts", test: "new" } : undefined,
  );
  expect(Object.fromEntries(noticed)).toEqual({
    elsewhere: old,
    untried: old,
    again: { file: "new.test.ts", test: shortOf("new") },
  });
});
