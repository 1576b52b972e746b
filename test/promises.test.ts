import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROOT } from "./service.ts";

const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");
const TEST = /`(test\/[\w./-]+\.test\.ts)`/g;

/** The rows of the tables of promises: the promise, its tests, and the last figure. */
function promises(path: string): string[][] {
  const lines = read(path).split("\n");
  const rows: string[][] = [];
  let isPromise = false;
  for (const line of lines) {
    if (/^\| promise \| test \| (?:last )?figure \|$/.test(line)) isPromise = true;
    else if (!line.startsWith("|")) isPromise = false;
    else if (isPromise && !line.startsWith("| ---"))
      rows.push(
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  }
  return rows;
}

test("SECURITY.md names a test for everything that it says is promised", () => {
  const [, section = ""] = /^## What is promised[^\n]*\n([\s\S]*?)^## /m.exec(read("SECURITY.md")) ?? [];
  const items = section.split(/\n(?=- |\n)/).filter((item) => item.startsWith("- "));
  expect(items.length).toBeGreaterThan(25);
  expect(items.filter((item) => !item.match(TEST))).toEqual([]);
});

describe.each(["RELIABILITY.md", "SECURITY.md"])("%s", (path) => {
  test("names only tests that are there", () => {
    const named = [...read(path).matchAll(TEST)].map(([, file = ""]) => file);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
  });

  test("has a test and a figure for every promise", () => {
    const rows = promises(path);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([promise, tests = "", figure]) => !promise || !tests.match(TEST) || !figure)).toEqual(
      [],
    );
  });
});
