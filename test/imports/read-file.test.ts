import { expect, test } from "vitest";
import { readCorrections } from "../../src/extras/imports/own-rows.ts";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";

const readFile = async (content: string | Uint8Array, { numbered = false } = {}) =>
  numbered ? readCorrections(content) : (await readNewFile(content)).rows;

/** What is said of a file that can't be read as a whole. */
async function refused(content: string | Uint8Array, numbered = false): Promise<string> {
  try {
    await readFile(content, { numbered });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.details?.map(({ field }) => field)).toEqual(["content"]);
    return error.details?.[0]?.message ?? "";
  }
  throw new Error("read");
}

test("cells are assigned by heading, without the guard against formulas", async () => {
  const text = "Public name,ZIP code,,Row,problems\n'=Soups,60614,,7,bad\n,,,8\n,10001\n";
  expect(await readFile(text)).toEqual([
    { row: 2, cells: { publicName: "=Soups", zipCode: "60614" } },
    { row: 3, cells: {} },
    { row: 4, cells: { zipCode: "10001" } },
  ]);
});

test("a corrected file identifies its rows by number", async () => {
  expect(await readFile("row,name\n7,a\n3,b", { numbered: true })).toEqual([
    { row: 7, cells: { name: "a" } },
    { row: 3, cells: { name: "b" } },
  ]);
  expect(await refused("name\na", true)).toBe(
    "The file needs the column row with the number of the row that each line corrects.",
  );
  for (const row of ["", "x", "1.5", "0", "-1"])
    expect(await refused(`row,name\n${row},a`, true)).toBe("Line 2 has no number in the column row.");
  expect(await readFile("row,name\n1,a", { numbered: true })).toEqual([{ row: 1, cells: { name: "a" } }]);
  expect(await refused("row,name\n7,a\n7,b", true)).toBe("Two lines correct the same row.");
  expect(await refused("row,name\nx,a\nx,b", true)).not.toContain("Two lines");
});

test.each([
  ["", "The file is empty."],
  ["\n\n", "The file is empty."],
  ["name\n", "The file contains only a header row."],
  ['name\n"a', "Row 2 has an unclosed quote."],
  ["name\na\0", "The file is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”."],
])("%j is rejected", async (text, message) => {
  expect(await refused(text)).toBe(message);
});

test("several columns without a heading and trailing empty cells are allowed", async () => {
  expect(await readFile(",name,\n,a,,\n")).toEqual([{ row: 2, cells: { name: "a" } }]);
});

test("a corrected file has only known columns; at most ten problems are reported", async () => {
  expect(await refused("row,Color\n2,b", true)).toBe("Unknown column “Color”.");
  expect(await refused("row,name,Name\n2,a,b", true)).toBe(
    "The columns “name” and “Name” are the same here, and differ. Keep one.",
  );
  // Of a heading, 60 characters are shown.
  expect(await refused(`row,${"C".repeat(60)}x\n2,a`, true)).toBe(`Unknown column “${"C".repeat(60)}”.`);
  expect(await refused("row,name,,zipCode\n2,a,,1\n3,a,x,1", true)).toBe(
    "Row 3 has a cell in a column without a header.",
  );
  const message = await refused(
    `row,name\n${Array.from({ length: 12 }, (_, row) => `${row + 2},a,b`).join("\n")}`,
    true,
  );
  expect(message).toContain("Row 11 has");
  expect(message).not.toContain("Row 12 has");
});

test.each([
  ["name,Color\na,b", ["name", "Color"], { 0: "a", 1: "b" }],
  ["name,Name\na,b", ["name", "Name"], { 0: "a", 1: "b" }],
  // A column without a heading counts if it has a cell.
  ["name\na,,b", ["name", ""], { 0: "a", 1: "b" }],
  [",Color,\nx,b,", ["", "Color"], { 0: "x", 1: "b" }],
  [`${"C".repeat(101)}\na`, ["C".repeat(100)], { 0: "a" }],
])("%j is a table whose columns are asked about", async (text, headings, cells) => {
  expect(await readNewFile(text)).toEqual({
    kind: "table",
    source: null,
    headings,
    leftBehind: [],
    rows: [{ row: 2, cells }],
  });
});

test("a table has up to 200 columns", async () => {
  const table = (columns: number) => `${"a,".repeat(columns)}\n${"b,".repeat(columns)}`;
  expect((await readNewFile(table(200))).headings).toHaveLength(200);
  expect(await refused(table(201))).toBe("The file has more than 200 columns.");
});

test("text is read in UTF-16 if its mark says so, and the first line may name the separator", async () => {
  const text = "sep=\t\r\nname\tzipCode\r\nCafé\t60614\r\n";
  const rows = [{ row: 2, cells: { name: "Café", zipCode: "60614" } }];
  const little = Buffer.from(`\uFEFF${text}`, "utf16le");
  expect(await readFile(new Uint8Array(little))).toEqual(rows);
  expect(await readFile(new Uint8Array(Buffer.from(little).swap16()))).toEqual(rows);
  expect(await readFile(`\uFEFF${text}`)).toEqual(rows);
  expect(await refused(new Uint8Array([0xff, 0xfe, 0x41]))).toContain("not text in UTF-8");
});

test("files are limited in bytes and rows, and rows in size", async () => {
  const line = "a\n".repeat(20_000);
  expect(await readFile(`name\n${line}`)).toHaveLength(20_000);
  expect(await refused(`name\n${line}a`)).toBe("The file has more than 20000 rows.");
  // Nothing is read behind the row that is one too many.
  expect(await refused(`name\n${line}a\n"a"b`)).toBe("The file has more than 20000 rows.");
  const bytes = 8 * 1024 * 1024;
  expect(await refused("é".repeat(bytes / 2 + 1))).toBe("The file is larger than 8 MiB.");
  expect(await refused(`${"é".repeat(bytes / 2)}x`)).toBe("The file is larger than 8 MiB.");
  expect(await refused("\0".repeat(bytes))).toContain("not text in UTF-8");
  expect(await refused(new Uint8Array([0x6e, 0xff]))).toContain("not text in UTF-8");
  // As JSON: {"name":"…"} has 11 characters besides.
  expect(await readFile(`name\n${"x".repeat(400_000 - 11)}`)).toHaveLength(1);
  expect(await refused(`name\n${"x".repeat(400_000 - 10)}`)).toBe("Row 2 is too long.");
});

test("columns that nobody reads cost nothing in each row", async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `k${index},https://brand.example/`);
  const started = performance.now();
  const { rows: found } = await readNewFile(`keyword,url${",".repeat(490)}\n${rows.join("\n")}`);
  expect([found.length, performance.now() - started < 30_000]).toEqual([5_000, true]);
});

test("a value that is deeper than the links of any service is read", async () => {
  const geo = `${'{"a":'.repeat(60)}1${"}".repeat(60)}`;
  const { rows } = await readNewFile(
    `[{"domain":"d.example","key":"k","url":"https://brand.example/","geo":${geo},"password":"x"}]`,
  );
  const [row] = rows;
  expect(row?.cells.metadata).toContain("the password");
});
