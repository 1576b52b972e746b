import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/extras/files/read-csv.ts";
import { csvText, unguarded } from "../../src/ground/core/csv-text.ts";
import { prefers } from "../../src/ground/platform/http-headers.ts";
import { runs, SEED } from "../seeds.ts";

describe("design: CSV cells never start a formula or break out of their cell", () => {
  test.each([
    ["Card", "Card"],
    ["", ""],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1+1", "'＝1+1"],
    ["\t=1", "\"'\t'=1\""],
    ["\r=1", "\"'\r'=1\""],
    ["\n=1", "\"'\n'=1\""],
    ["\tx", '"\'\tx"'],
    [" =1", '" \'=1"'],
    [" a", '" a"'],
    ["a\u00a0", '"a\u00a0"'],
    ["'=1", "''=1"],
    ["''-20% off", "'''-20% off"],
    ["'a", "'a"],
    ["a;'=1", "\"a;''=1\""],
    ["'\t=1", "\"''\t'=1\""],
    ['"=1"', '"""\'=1"""'],
    ["a;b", '"a;b"'],
    ["a\tb", '"a\tb"'],
    ["a;=1+1;b", '"a;\'=1+1;b"'],
    ["a; @b", '"a; \'@b"'],
    ["a\t+1", '"a\t\'+1"'],
    ["a\n-1", '"a\n\'-1"'],
    ["a\r\n=1", '"a\r\n\'=1"'],
    ['a;"=1"', '"a;""\'=1"""'],
    ["a;＝1;－1", "\"a;'＝1;'－1\""],
    ["a - b @ c", "a - b @ c"],
    ["http://x.example/?a=1", "http://x.example/?a=1"],
    ["a=1", "a=1"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ['=A1,"x"', '"\'=A1,""x"""'],
    ["Épicerie", "Épicerie"],
  ])("%j", (name, cell) => {
    expect(csvText(["name", "clicks"], [{ name, clicks: -3 }])).toBe(`name,clicks\r\n${cell},-3\r\n`);
  });

  // How a spreadsheet reads it with another separator, heeding quotes only at the start of a cell.
  const split = (line: string, separator: string): string[] =>
    line.split(separator).map((piece) => piece.replace(/^"/, "").replaceAll('""', '"'));

  test.each([";", "\t", "\n", "\r"])(
    "no part of a cell starts a formula when lines are split at %j",
    (separator) => {
      const starters = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
      const texts = starters.flatMap((starter) =>
        ["", "a", '"', " "].map((before) => `${before}${separator}${starter}1+1${separator}b`),
      );
      const text = csvText(
        ["first", "second"],
        texts.map((each) => ({ first: each, second: each })),
      );
      const pieces = text.split("\r\n").flatMap((line) => split(line, separator));
      expect(pieces.length).toBeGreaterThan(4 * texts.length);
      expect(pieces.filter((piece) => /^[\s"]*[=+\-@＝＋－＠]/u.test(piece))).toEqual([]);
    },
  );

  const readBack = async (name: string, separator: string) =>
    (await readCsv(csvText(["name", "more"], [{ name, more: "x" }], separator), 10)).records.map(
      ({ cells }) => cells.map(unguarded),
    );

  test.each([",", ";"])("every text is read back unchanged, separated by %j", async (separator) => {
    const texts = [
      "'=x",
      "'-20% off",
      "''=1",
      "a;'=1",
      " =1",
      " x ",
      "\t'=1",
      "'\t=1",
      "it's",
      "'",
      '"\'=1"',
    ];
    for (const text of [...texts, "", " "])
      expect(await readBack(text, separator)).toEqual([
        ["name", "more"],
        [text, "x"],
      ]);
    // The characters that mean something here, in every order, and any others.
    const special = fc.constantFrom(...`'"=+-@＝＠;,|\t\r\n \u00a0a1`);
    const text = fc.oneof(
      fc.string({ unit: special, maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        expect((await readBack(name, separator))[1]).toEqual([name, "x"]);
      }),
      { numRuns: runs(20_000), seed: SEED },
    );
  });

  test("long runs of blanks, quotes and separators take linear time", () => {
    for (const run of ["\t", "\n", ";", '"', " ", "=", ";=", '\t"']) {
      const name = run.repeat(300_000);
      expect(csvText(["name"], [{ name }]).length).toBeGreaterThan(300_000);
      expect(unguarded(name)).toBe(name);
    }
  });

  test("absent values are empty cells", () => {
    expect(csvText(["key", "name"], [{ key: "US" }])).toBe("key,name\r\nUS,\r\n");
  });
});

describe("RFC 9110: Accept decides between CSV and JSON", () => {
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
    expect(prefers(accept, "text/csv", "application/json")).toBe(csv);
  });
});
