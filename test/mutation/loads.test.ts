import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../cli/run-cli.ts";
import { ROOT } from "../service.ts";
import { withChangedServices } from "./copy.ts";
import { shortOf } from "./hints.ts";
import type { Known, KnownFile } from "./known.ts";
import { writeLoads } from "./loads.ts";
import { planBare, planHintedLoads, planLoads } from "./plan-loads.ts";

const file = (tests: Record<string, { ms: number; passed: string[] }>, others = {}): KnownFile => ({
  ...{ hash: "", whole: false, ...others },
  tests: Object.fromEntries(Object.entries(tests).map(([name, its]) => [name, { ...its, held: [] }])),
});
const known: Known = {
  sources: {},
  files: {
    "test/near.test.ts": file({
      quick: { ms: 10, passed: ["src/near.ts#1"] },
      slow: { ms: 9_000, passed: [] },
    }),
    "test/importing.test.ts": file({ one: { ms: 10, passed: ["src/importer.ts#1"] } }),
    "test/other.test.ts": file({ one: { ms: 10, passed: ["src/other.ts#1"] } }),
    "test/broken.test.ts": file({ one: { ms: 1, passed: ["src/near.ts#1"] } }, { loadable: false }),
    "test/building.test.ts": file({ one: { ms: 1, passed: ["src/near.ts#1"] } }, { whole: true }),
  },
  killed: {},
  loaded: [],
  kept: { "src/near.ts#tried": ["test/near.test.ts"] },
};
const files = Object.keys(known.files);
const open = ["src/near.ts#new", "src/near.ts#tried"].map((key, id) => ({ id, key, name: key }));

const sources = {
  importers: () => ["src/importer.ts"],
  isLight: (file: string) => file.includes("light"),
};

test("a mutant that is on from the start is given to the files that pass its source or what imports it", () => {
  const planned = planLoads(known, open, files, sources, 2);
  expect(planned).toEqual([
    { mutant: 0, file: "test/near.test.ts", tests: { quick: 10 } },
    { mutant: 0, file: "test/importing.test.ts", tests: { one: 10 } },
    { mutant: 1, file: "test/importing.test.ts", tests: { one: 10 } },
    { mutant: 1, file: "test/other.test.ts", tests: { one: 10 } },
  ]);
});

test("the test that noticed it last comes first, and each file is tried without any mutant before", () => {
  const hints = new Map(
    open.map(({ name }) => [name, { file: "test/near.test.ts", test: shortOf("quick") }]),
  );
  const planned = planHintedLoads(known, open, files, hints);
  expect(planned).toEqual([{ mutant: 0, file: "test/near.test.ts", tests: { [shortOf("quick")]: 10 } }]);
  const others = { mutant: 0, file: "test/near.test.ts", tests: { slow: 9_000 } };
  expect(planBare(known, [...planned, others])).toEqual([
    { mutant: null, file: "test/near.test.ts", tests: { [shortOf("quick")]: 10, slow: 9_000 } },
  ]);
});

test("a load is a file that has the mutant on while it loads the tests", () => {
  const copy = temporaryDirectory();
  mkdirSync(join(copy.path, "test"));
  const load = { mutant: 7, file: "test/near.test.ts", tests: {} };
  const loads = writeLoads(copy.path, [load, { ...load, mutant: null }]);
  expect(loads).toEqual({ "test/loads/0.test.ts": load, "test/loads/1.test.ts": { ...load, mutant: null } });
  const texts = Object.keys(loads).map((path) => readFileSync(join(copy.path, path), "utf8"));
  expect(texts[0]).toContain('loadWith([7], () => import("../../test/near.test.ts"))');
  expect(texts[1]).toContain("loadWith([], () =>");
  copy.remove();
});

test("services of the copy are loaded with the mutants that are on from the start, and can be ended", () => {
  const text = readFileSync(join(ROOT, "test/service.ts"), "utf8");
  const changed = withChangedServices(text);
  expect(changed).toContain("modules: withMutantsOnLoad(directory, modulesOf(directory))");
  expect(changed).toContain("mutationClosers");
  expect(() => withChangedServices("")).toThrow("in another way than this knows");
});
