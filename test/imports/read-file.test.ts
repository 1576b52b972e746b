import { expect, test } from "vitest";
import { readCorrections, readNewFile } from "../../src/extras/imports/read-file.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";

const readFile = (content: string | Uint8Array, { numbered = false } = {}) =>
  numbered ? readCorrections(content) : readNewFile(content).rows;

/** What is said of a file that can't be read as a whole. */
function refused(content: string | Uint8Array, numbered = false): string {
  try {
    readFile(content, { numbered });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.details?.map(({ field }) => field)).toEqual(["content"]);
    return error.details?.[0]?.message ?? "";
  }
  throw new Error("read");
}

test("cells are assigned by heading, without the guard against formulas", () => {
  const text = "Public name,ZIP code,,Row,problems\n'=Soups,60614,,7,bad\n,,,8\n,10001\n";
  expect(readFile(text)).toEqual([
    { row: 2, cells: { publicName: "=Soups", zipCode: "60614" } },
    { row: 3, cells: {} },
    { row: 4, cells: { zipCode: "10001" } },
  ]);
});

test("a corrected file identifies its rows by number", () => {
  expect(readFile("row,name\n7,a\n3,b", { numbered: true })).toEqual([
    { row: 7, cells: { name: "a" } },
    { row: 3, cells: { name: "b" } },
  ]);
  expect(refused("name\na", true)).toBe(
    "The file needs the column row with the number of the row that each line corrects.",
  );
  for (const row of ["", "x", "1.5", "0", "-1"])
    expect(refused(`row,name\n${row},a`, true)).toBe("Line 2 has no number in the column row.");
  expect(readFile("row,name\n1,a", { numbered: true })).toEqual([{ row: 1, cells: { name: "a" } }]);
  expect(refused("row,name\n7,a\n7,b", true)).toBe("Two lines correct the same row.");
  expect(refused("row,name\nx,a\nx,b", true)).not.toContain("Two lines");
});

test.each([
  ["", "The file is empty."],
  ["\n\n", "The file is empty."],
  ["name\n", "The file contains only a header row."],
  ["name,Color\na,b", "Unknown column “Color”. See the list of columns below."],
  ["name,Name\na,b", "Duplicate column name. See the list of columns below."],
  // Headings that are not there are not the same column twice.
  [",,name,Name\n,,a,b", "Duplicate column name. See the list of columns below."],
  // Of a heading, 60 characters are shown.
  [`${"C".repeat(60)}x\na`, `Unknown column “${"C".repeat(60)}”. See the list of columns below.`],
  ["name\na,b", "Row 2 has a cell in a column without a header."],
  // What would not be read is said, also where the column is there but has no heading.
  [",name\nx,a", "Row 2 has a cell in a column without a header."],
  ["name,,zipCode\na,,1\na,x,1", "Row 3 has a cell in a column without a header."],
  ['name\n"a', "Row 2 has an unclosed quote."],
  ["name\na\0", "The file is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”."],
])("%j is rejected", (text, message) => {
  expect(refused(text)).toBe(message);
});

test("several columns without a heading and trailing empty cells are allowed", () => {
  expect(readFile(",name,\n,a,,\n")).toEqual([{ row: 2, cells: { name: "a" } }]);
});

test("at most ten problems are reported", () => {
  const rows = Array.from({ length: 12 }, () => "a,b").join("\n");
  const message = refused(`name\n${rows}`);
  expect(message).toContain("Row 11 has");
  expect(message).not.toContain("Row 12 has");
});

test("files are limited in bytes and rows, and rows in size", () => {
  const line = "a\n".repeat(20_000);
  expect(readFile(`name\n${line}`)).toHaveLength(20_000);
  expect(refused(`name\n${line}a`)).toBe("The file has more than 20000 rows.");
  // Nothing is read behind the row that is one too many.
  expect(refused(`name\n${line}a\n"a"b`)).toBe("The file has more than 20000 rows.");
  const bytes = 8 * 1024 * 1024;
  expect(refused("é".repeat(bytes / 2 + 1))).toBe("The file is larger than 8 MiB.");
  expect(refused(`${"é".repeat(bytes / 2)}x`)).toBe("The file is larger than 8 MiB.");
  expect(refused("\0".repeat(bytes))).toContain("not text in UTF-8");
  expect(refused(new Uint8Array([0x6e, 0xff]))).toContain("not text in UTF-8");
  // As JSON: {"name":"…"} has 11 characters besides.
  expect(readFile(`name\n${"x".repeat(400_000 - 11)}`)).toHaveLength(1);
  expect(refused(`name\n${"x".repeat(400_000 - 10)}`)).toBe("Row 2 is too long.");
});

test("columns that nobody reads cost nothing in each row", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `k${index},https://brand.example/`);
  const started = performance.now();
  const { rows: found } = readNewFile(`keyword,url${",".repeat(490)}\n${rows.join("\n")}`);
  expect([found.length, performance.now() - started < 30_000]).toEqual([5_000, true]);
});

test("a value that is deeper than the links of any service is read", () => {
  const geo = `${'{"a":'.repeat(60)}1${"}".repeat(60)}`;
  const [row] = readNewFile(
    `[{"domain":"d.example","key":"k","url":"https://brand.example/","geo":${geo}}]`,
  ).rows;
  expect(row?.cells.metadata).toContain("destinations by country");
});
