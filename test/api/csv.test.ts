import { describe, expect, test } from "vitest";
import { prefersCsv } from "../../src/api/csv.ts";
import { csvText } from "../../src/core/csv.ts";

describe("design: no text of a CSV is a formula, and each stays in its cell", () => {
  test.each([
    ["Card", "Card"],
    ["", ""],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1+1", "'＝1+1"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    ["a=1", "a=1"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ['=A1,"x"', '"\'=A1,""x"""'],
    ["Épicerie", "Épicerie"],
  ])("%j", (name, cell) => {
    expect(csvText(["name", "clicks"], [{ name, clicks: -3 }])).toBe(`name,clicks\r\n${cell},-3\r\n`);
  });

  test("what is absent is empty", () => {
    expect(csvText(["key", "name"], [{ key: "US" }])).toBe("key,name\r\nUS,\r\n");
  });
});

describe("RFC 9110: which of CSV and JSON a caller would rather have", () => {
  test.each([
    ["text/csv", true],
    ["TEXT/CSV; Q=0.5", true],
    ["text/csv;header=present", true],
    ["text/csv, application/json;q=0.9", true],
    ["text/csv;q=0.8, */*;q=0.1", true],
    ["application/json, text/csv;q=0.9", false],
    ["text/csv;q=0", false],
    ["text/csv;q=none", false],
    ["*/*", false],
    ["text/*", false],
    ["", false],
    [undefined, false],
  ])("%j", (accept, csv) => {
    expect(prefersCsv(accept)).toBe(csv);
  });
});
