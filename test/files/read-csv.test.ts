import { expect, test } from "vitest";
import { readCsv } from "../../src/extras/files/read-csv.ts";

const cellsOf = async (text: string, most = 10) =>
  (await readCsv(text, most)).records.map(({ cells }) => cells);

test.each<[string, string[][]]>([
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r1,2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a;b\n1,5;2",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "a\tb\n1;5\t2",
    [
      ["a", "b"],
      ["1;5", "2"],
    ],
  ],
  // Which separator it is says the first record alone, and there what stands outside of quotes.
  [
    '"a;b;c",d\n1;2;3;4,5',
    [
      ["a;b;c", "d"],
      ["1;2;3;4", "5"],
    ],
  ],
  ["a\n1;2\n", [["a"], ["1;2"]]],
  ["a\r1;2;3\r", [["a"], ["1;2;3"]]],
  [
    "a,b;c\n1,2;3",
    [
      ["a", "b;c"],
      ["1", "2;3"],
    ],
  ],
  ["a;b\tc\td\n", [["a;b", "c", "d"]]],
  // Quotes keep separators, line breaks and quotes; blanks around a text stay.
  ['"a,b","c\nd"," e ""f"" "\n', [["a,b", "c\nd", ' e "f" ']]],
  [" a , b \n", [[" a ", " b "]]],
  ['a,"",b\n', [["a", "", "b"]]],
  ['x"y,z\n', [['x"y', "z"]]],
  ["a,b,\n", [["a", "b"]]],
  [",\n\n,a\n", [["", "a"]]],
  ["", []],
])("%j has the records %j", async (text, expected) => {
  expect((await readCsv(text, 10)).problems).toEqual([]);
  expect((await cellsOf(text)).map((cells) => cells.join("\0").replace(/\0+$/, "").split("\0"))).toEqual(
    expected,
  );
});

test("a trailing separator adds an empty cell", async () => {
  expect(await Promise.all(["a,b,", "a,b,\n", "a,", '"a",'].map((text) => cellsOf(text)))).toEqual([
    [["a", "b", ""]],
    [["a", "b", ""]],
    [["a", ""]],
    [["a", ""]],
  ]);
});

test("rows are counted like in a spreadsheet, including empty rows", async () => {
  expect((await readCsv("a\n\n,\nb\r\n\r\nc", 10)).records).toEqual([
    { row: 1, cells: ["a"] },
    { row: 4, cells: ["b"] },
    { row: 6, cells: ["c"] },
  ]);
});

test("at most one extra record is read", async () => {
  expect(await cellsOf("1\n2\n3\n4\n5", 2)).toEqual([["1"], ["2"], ["3"]]);
  expect(await cellsOf("1\n2", 2)).toEqual([["1"], ["2"]]);
});

test("format errors are reported with their row, and parsing continues if possible", async () => {
  expect(await readCsv('a,b\n"1"x,2\n"3"y\n4,5', 10)).toEqual({
    records: [
      { row: 1, cells: ["a", "b"] },
      { row: 2, cells: ["1", "2"] },
      { row: 3, cells: ["3"] },
      { row: 4, cells: ["4", "5"] },
    ],
    problems: ["Row 2 has text after a closing quote.", "Row 3 has text after a closing quote."],
  });
  expect(await readCsv('a\n"1"x\r2\n"3', 10)).toEqual({
    records: [
      { row: 1, cells: ["a"] },
      { row: 2, cells: ["1"] },
      { row: 3, cells: ["2"] },
    ],
    problems: ["Row 2 has text after a closing quote.", "Row 4 has an unclosed quote."],
  });
  expect(await readCsv('"1"x', 10)).toMatchObject({
    records: [{ cells: ["1"] }],
    problems: [expect.anything()],
  });
});
