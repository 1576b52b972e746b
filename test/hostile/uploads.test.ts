// @module-tag all
import { describe, expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { customRows, IMPORT, idIn, upload } from "../dashboard/import.ts";
import { rowsIn } from "../database-rows.ts";

const OWNER = "owner@acme.example";
const MIB = 1024 * 1024;

const dashboard = await useDashboard();
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

const send = (file: string | Uint8Array<ArrayBuffer>) =>
  upload(dashboard, OWNER, IMPORT, { file, fields: { project: "main" } });
const HEAD = "name,retailer,intent,customUrl\r\n";
const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

const utf16 = (text: string): number[] => [...Buffer.from(`\uFEFF${text}`, "utf16le")];
const unknownColumns = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => `x${index}`).join(",")}\r\na\r\n`;

describe("a hostile file is rejected with the reason, and nothing is written", () => {
  test.each<[string, () => string | Uint8Array<ArrayBuffer>, status: number, says: string]>([
    ["nothing", () => "", 400, "empty"],
    ["a byte order mark alone", () => "\uFEFF", 400, "empty"],
    ["blanks and line breaks alone", () => " \r\n\t\r\n\n".repeat(1_000), 400, "empty"],
    ["a head alone", () => HEAD, 400, "only a header row"],
    ["NUL in a cell", () => `${HEAD}a\0b,custom,custom_url,https://example.com/\r\n`, 400, "UTF-8"],
    ["NUL alone", () => new Uint8Array(1_000), 400, "UTF-8"],
    ["UTF-16 with half a character", () => bytes(utf16(customRows(2)), [0x41]), 400, "UTF-8"],
    ["UTF-16 with a lone surrogate", () => bytes(utf16(HEAD), [0x00, 0xd8, 0x41, 0x00]), 400, "UTF-8"],
    ["UTF-16 with NUL", () => bytes(utf16(`${HEAD}a\0b`)), 400, "UTF-8"],
    ["a mark of UTF-16 alone", () => bytes([0xff, 0xfe]), 400, "empty"],
    ["UTF-16 without a mark", () => bytes([...Buffer.from(customRows(2), "utf16le")]), 400, "UTF-8"],
    ["Latin-1", () => bytes(HEAD, [0xe9], ",custom,custom_url,https://example.com/\r\n"), 400, "UTF-8"],
    [
      "an overlong slash",
      () => bytes(HEAD, [0xc0, 0xaf], ",custom,custom_url,https://example.com/"),
      400,
      "UTF-8",
    ],
    [
      "a lone surrogate",
      () => bytes(HEAD, [0xed, 0xa0, 0x80], ",custom,custom_url,https://x.example/"),
      400,
      "UTF-8",
    ],
    ["a quote that is never closed", () => `${HEAD}"${"a".repeat(MIB)}`, 400, "unclosed quote"],
    ["quotes alone, an odd number", () => `${HEAD}${'"'.repeat(MIB + 1)}`, 400, ""],
    ["more rows than an import may have", () => customRows(20_001), 400, "more than 20000 rows"],
    [
      "a head of a hundred thousand columns",
      () => `${"name,".repeat(100_000)}\r\na\r\n`,
      400,
      "more than 500 cells",
    ],
    ["a row of a million cells", () => `${HEAD}${",".repeat(MIB)}x\r\n`, 400, "more than 500 cells"],
    ["two hundred thousand unknown columns", () => unknownColumns(200_000), 400, "more than 500 cells"],
    [
      "more unknown columns than a person is asked about",
      () => unknownColumns(201),
      400,
      "more than 200 columns",
    ],
    ["JSON that is a million arrays deep", () => "[".repeat(1_000_000), 400, "nested at most 64 levels"],
    [
      "a cell of 1 MiB",
      () => `${HEAD}${"a".repeat(MIB)},custom,custom_url,https://example.com/\r\n`,
      400,
      "too long",
    ],
    ["a line of 8 MiB", () => "x".repeat(8 * MIB), 400, "only a header row"],
    ["a line of more than 8 MiB", () => "x".repeat(8 * MIB + 100_000), 413, "8 MiB"],
  ])("%s", async (_, file, status, says) => {
    const before = await rowsIn(dashboard.service.env.DB);
    const answer = await send(file());
    expect([answer.status, answer.location]).toEqual([status, null]);
    expect(answer.text).toContain(says);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(await rowsIn(dashboard.service.env.DB)).toEqual(before);
  });
});

/** The cells that were kept of an accepted file's rows. */
async function cellsOf(location: string | null): Promise<unknown[]> {
  const { results } = await dashboard.service.env.DB.prepare(
    "SELECT cells FROM import_rows WHERE import_id = ?1 ORDER BY row",
  )
    .bind(idIn(location?.replace(/\?.*/, "") ?? ""))
    .all<{ cells: string }>();
  return results.map(({ cells }): unknown => JSON.parse(cells));
}

test.each<[string, (text: string) => Uint8Array<ArrayBuffer>]>([
  ["little-endian", (text) => bytes(utf16(text))],
  ["big-endian", (text) => new Uint8Array(Buffer.from(utf16(text)).swap16())],
])("UTF-16 with a mark is read, %s", async (_, encoded) => {
  const answer = await send(encoded(`${HEAD}Käse 🧀,custom,custom_url,https://example.com/`));
  expect(answer.status).toBe(303);
  expect(await cellsOf(answer.location)).toEqual([
    { name: "Käse 🧀", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/" },
  ]);
});

test.each<[string, string, headings: string[], cells: Record<string, string>]>([
  [
    "the same column twice",
    `name,${HEAD}a,b,custom,custom_url,https://example.com/`,
    ["name", "name", "retailer", "intent", "customUrl"],
    { 0: "a", 1: "b", 2: "custom", 3: "custom_url", 4: "https://example.com/" },
  ],
  [
    "as many unknown columns as a person is asked about",
    unknownColumns(200),
    Array.from({ length: 200 }, (_, index) => `x${index}`),
    { 0: "a" },
  ],
])("%s: each column is asked about, and every cell is kept", async (_, file, headings, cells) => {
  const { status, location } = await send(file);
  expect([status, await cellsOf(location)]).toEqual([303, [cells]]);
  const page = await owner.open(location ?? "");
  expect([page.status, page.text.match(/<select [^>]*name="column-\d+"/g)?.length]).toEqual([
    200,
    headings.length,
  ]);
  for (const heading of headings) expect(page.text).toContain(heading);
  expect(page.text.length).toBeLessThan(2 * MIB);
});

test("8 MiB of rows with 500 cells, nearly all empty, are answered before the test's time is up", async () => {
  const { status, text } = await send(`${HEAD}${`a${",".repeat(499)}\n`.repeat(16_000)}`);
  expect([status, text.length < 100_000]).toEqual([303, true]);
});

test("100 rows with metadata of 5,000 levels are read at once, and each says what is wrong", async () => {
  const deep = `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`.replaceAll('"', '""');
  const rows = Array.from({ length: 100 }, (_, n) => `n${n},custom,custom_url,https://a.example/,"${deep}"`);
  const started = Date.now();
  const { status, location } = await send([`${HEAD.trim()},metadata`, ...rows].join("\r\n"));
  expect([status, Date.now() - started]).toEqual([303, expect.toSatisfy((ms: number) => ms < 10_000)]);
  const page = await owner.open(location ?? "");
  expect(page.text).toContain("must be nested at most 64 levels deep");
});
