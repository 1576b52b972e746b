import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "./service.ts";
import { filesOf, taggedFiles, tagsIn } from "./tiers.ts";

const files = (tier: Parameters<typeof filesOf>[0]) => filesOf(tier, ROOT, () => false);

test("a tag of a file is its first line, and tags of tests are their options", () => {
  expect(tagsIn(`${"//"} @module-tag all\nimport`)).toEqual({ file: "all", tests: [] });
  expect(tagsIn(`test("a", ${'{ tags: "'}deep" }, f)`)).toEqual({ file: undefined, tests: ["deep"] });
});

test("every test is in one tier: what npm test leaves out, npm run test:rest or npm run test:deep runs", () => {
  const whole = taggedFiles(ROOT);
  const partly = whole.filter(({ file, tests }) => !file && tests.includes("all")).map(({ path }) => path);
  expect([...files("test"), ...files("rest")].toSorted()).toEqual([...files("all"), ...partly].toSorted());
  const rest = files("rest");
  expect(files("test").filter((path) => rest.includes(path))).toEqual(partly);
  const deep = whole.filter(({ file }) => file === "deep").map(({ path }) => path);
  expect([...files("all"), ...deep].toSorted()).toEqual(whole.map(({ path }) => path));
});

test("no test of a tagged file has a tag too: a run would leave it out without a word", () => {
  expect(taggedFiles(ROOT).filter(({ file, tests }) => file === "deep" && tests.length > 0)).toEqual([]);
});

test(".ci/run runs npm test and the rest, and nothing twice", () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  const vitest = "vitest run --config test/vitest.config.ts";
  expect(scripts.test).toBe(`npm run check && npm run bundle && TEST_TIER=test ${vitest}`);
  expect(scripts["test:all"]).toBe(`npm run check && npm run bundle && ${vitest}`);
  expect(scripts["test:rest"]).toMatch(new RegExp(`&& TEST_TIER=rest ${vitest}$`));
  const ci = readFileSync(`${ROOT}.ci/run`, "utf8");
  expect(ci.match(/^npm (?:run )?(?:test|check|bundle)\S*$/gm)).toEqual(["npm test", "npm run test:rest"]);
});
