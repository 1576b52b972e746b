import { beforeAll, describe, expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { customRows, IMPORT, upload } from "../dashboard/import.ts";
import { type DatabaseRows, rowsIn } from "../database-rows.ts";

const OWNER = "owner@acme.example";
const MIB = 1024 * 1024;

const dashboard = await useDashboard();
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

let before: DatabaseRows;
beforeAll(async () => {
  before = await rowsIn(dashboard.service.env.DB);
});

const send = (file: string | Uint8Array<ArrayBuffer>) =>
  upload(dashboard, OWNER, IMPORT, { file, fields: { project: "main" } });
const HEAD = "name,retailer,intent,customUrl\r\n";
const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

describe("a hostile file is rejected with the reason, and nothing is written", () => {
  test.each<[string, () => string | Uint8Array<ArrayBuffer>, status: number, says: string]>([
    ["nothing", () => "", 400, "empty"],
    ["a byte order mark alone", () => "\uFEFF", 400, "empty"],
    ["blanks and line breaks alone", () => " \r\n\t\r\n\n".repeat(1_000), 400, "empty"],
    ["a head alone", () => HEAD, 400, "only a header row"],
    ["NUL in a cell", () => `${HEAD}a\0b,custom,custom_url,https://example.com/\r\n`, 400, "UTF-8"],
    ["NUL alone", () => new Uint8Array(1_000), 400, "UTF-8"],
    [
      "UTF-16, little-endian",
      () => bytes([0xff, 0xfe], [...Buffer.from(customRows(2), "utf16le")]),
      400,
      "UTF-8",
    ],
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
    ["a head of a hundred thousand columns", () => `${"name,".repeat(100_000)}\r\na\r\n`, 400, ""],
    ["a row of a million cells", () => `${HEAD}${",".repeat(MIB)}x\r\n`, 400, "more than 500 cells"],
    [
      "two hundred thousand unknown columns",
      () => `${Array.from({ length: 200_000 }, (_, index) => `x${index}`).join(",")}\r\na\r\n`,
      400,
      "more than 500 cells",
    ],
    [
      "unknown columns",
      () => `${Array.from({ length: 400 }, (_, index) => `x${index}`).join(",")}\r\na\r\n`,
      400,
      "Unknown column “x0”.",
    ],
    ["JSON that is a million arrays deep", () => "[".repeat(1_000_000), 400, "nested at most 64 levels"],
    [
      "a cell of 1 MiB",
      () => `${HEAD}${"a".repeat(MIB)},custom,custom_url,https://example.com/\r\n`,
      400,
      "too long",
    ],
    ["the same column twice", () => `name,${HEAD}a,b,custom,custom_url,https://example.com/\r\n`, 400, ""],
    ["a line of 8 MiB", () => "x".repeat(8 * MIB), 400, "only a header row"],
    ["a line of more than 8 MiB", () => "x".repeat(8 * MIB + 100_000), 413, "8 MiB"],
  ])("%s", async (_, file, status, says) => {
    const answer = await send(file());
    expect([answer.status, answer.location]).toEqual([status, null]);
    expect(answer.text).toContain(says);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(await rowsIn(dashboard.service.env.DB)).toEqual(before);
  });
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
