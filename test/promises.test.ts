import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROOT } from "./service.ts";
import { tagsIn } from "./tiers.ts";

const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");
const TEST = /`(test\/[\w./-]+\.test\.ts)`/g;

/** The rows of the tables of guarantees, as cells: the guarantee and its tests. */
const promises = (path: string): string[][] =>
  read(path)
    .split("| promise | test |\n| --- | --- |\n")
    .slice(1)
    .flatMap((table) => (table.split("\n\n")[0] ?? "").split("\n"))
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1));

/** What the tables say of a test file: nothing if `npm test` runs all of it. */
function tierOf(path: string): string | undefined {
  const { file, tests } = tagsIn(read(path));
  return file ?? (tests.includes("all") ? "all, in part" : undefined);
}

describe.each(["RELIABILITY.md", "SECURITY.md"])("%s", (path) => {
  test("names only tests that exist", () => {
    const named = [...read(path).matchAll(TEST)].map(([, file = ""]) => file);
    expect(named.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
  });

  test("says of each test which tier runs it", () => {
    const named = [...read(path).matchAll(/`(test\/[\w./-]+\.test\.ts)`(?: \((all|all, in part|deep)\))?/g)];
    const wrong = named.filter(([, file = "", said]) => tierOf(file) !== said);
    expect(wrong.map(([, file = "", said]) => `${file}: ${tierOf(file)}, not ${said}`)).toEqual([]);
  });

  test("has a test for every guarantee, and lists each once", () => {
    const rows = promises(path);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([promise = "", tests = ""]) => promise.trim() === "" || !tests.match(TEST))).toEqual(
      [],
    );
    expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length);
  });
});
