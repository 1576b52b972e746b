import { expect, test } from "vitest";
import { readSheet } from "../../src/extras/sales/read-sheet.ts";
import { useService } from "../use-service.ts";
import { amazonFile, impactFile } from "./report-files.ts";
import { refused, selling } from "./selling.ts";

const service = await useService({}, "acme");
await service.issueKey({ organization: "acme" });
const { add, review } = selling(service);
const bytes = (text: string) => new TextEncoder().encode(text);
const HEAD = impactFile();
const MEBIBYTE = 1024 * 1024;

test.each([
  ["separators only", ",".repeat(7 * MEBIBYTE)],
  ["one heading and nothing else", "x".repeat(MEBIBYTE)],
  ["an unclosed quote", `${HEAD}"${"x".repeat(MEBIBYTE)}`],
  ["too many rows", HEAD + "2026-11-21,1,1,x,,APPROVED,USD,1,1\n".repeat(50_001)],
  ["no text", ""],
])("a file with %s is rejected", async (_, text) => {
  await expect(add(text)).rejects.toThrow(refused("validation_failed"));
});

// Patterns that match such texts in many ways would take minutes.
test.each([
  ["T".repeat(200_000), "1.00"],
  ["1:".repeat(100_000), "1.00"],
  ["2026-11-21", "1,".repeat(100_000)],
  ["2026-11-21", `(${" ".repeat(200_000)}`],
])("long cells are named, and take no longer than others", async (day, amount) => {
  const { reading } = await review(await add(impactFile({ day, order: "A", amount, commission: "0" })));
  expect(reading.summed).toBeNull();
  expect([...reading.problems, ...reading.questions].length).toBeGreaterThan(0);
});

test("thousands of tags and sub-ids that nobody has are looked up", async () => {
  const rows = Array.from({ length: 5_500 }, (_, index) => ({
    order: String(index),
    amount: "1.00",
    commission: "0.10",
  }));
  const subIds = rows.map((row, index) => ({
    ...row,
    day: "2026-11-21",
    subId: `0${String(index).padStart(7, "0")}`,
  }));
  expect((await review(await add(impactFile(...subIds)))).reading.summed?.unknownRows).toBe(5_500);
  const tags = rows.map((row, index) => ({
    ...row,
    day: "2026-11-21",
    subId: `${"t".repeat(50)}${index}-20`,
  }));
  expect(
    (await review(await add(amazonFile(...tags), { currency: "USD" }))).reading.summed?.unknownRows,
  ).toBe(5_500);
});

test("titles are skipped, and lines that could be headings are not", async () => {
  const sheet = await readSheet(bytes("Report\n\nNovember 2026;;;\nDay;Amount\n2026-11-21;1\n"));
  expect(sheet).toMatchObject({ title: "Report November 2026", headings: ["Day", "Amount"] });
  expect(sheet.rows.map(({ row }) => row)).toEqual([5]);
  const single = await readSheet(bytes("Amount\n1\n2"));
  expect([single.title, single.headings, single.rows.length]).toEqual(["", ["Amount"], 2]);
});
