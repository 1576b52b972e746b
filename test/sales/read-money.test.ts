import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalIn, decimalText, inMinorUnits, moneyIn } from "../../src/extras/sales/read-money.ts";
import { runs, SEED } from "../seeds.ts";

test.each([
  ["12.30", ".", 12_300_000n],
  ["$1,234.50", ".", 1_234_500_000n],
  ["1.234,50 €", ",", 1_234_500_000n],
  ["1 234,5", ",", 1_234_500_000n],
  ["1'234.50", ".", 1_234_500_000n],
  ["12,34,567.00", ".", 1_234_567_000_000n],
  ["(12.30)", ".", -12_300_000n],
  ["-$12.30", ".", -12_300_000n],
  ["$-12.30", ".", -12_300_000n],
  ["12.30-", ".", -12_300_000n],
  ["−5", ".", -5_000_000n],
  ["USD 7", ".", 7_000_000n],
  [".5", ".", 500_000n],
  ["0.1234567", ".", 123_456n],
  ["", ".", 0n],
] as const)("%s with the decimal sign %s", (text, decimal, millionths) => {
  expect(moneyIn(text, decimal)?.millionths).toBe(millionths);
});

test.each(["twelve", "1.2.3", "1,23,4", "--5", "(5", "$5€", "1e5", "5 apples", "9999999999"])(
  "%s is no amount",
  (text) => {
    expect(moneyIn(text, ".")).toBeNull();
  },
);

test.each([
  [["12.30", "1,234.00"], "."],
  [["12,3"], ","],
  [["1.234.567"], ","],
  [["12", "7"], "."],
  [["0,125"], ","],
  [["1.234"], null],
  [["1.234", "5,00"], ","],
  [["1.23", "1,23"], null],
] as const)("%j shows the decimal sign %s", (texts, decimal) => {
  expect(decimalIn(texts)).toBe(decimal);
});

test("a text of a megabyte is no amount", () => {
  expect(moneyIn("9".repeat(1_000_000), ".")).toBeNull();
});

test("minor units are those of the currency, and are written with its decimals", () => {
  expect(inMinorUnits(12_345_000n, 2)).toBe(1235);
  expect(inMinorUnits(-12_345_000n, 2)).toBe(-1235);
  expect(inMinorUnits(12_345_000n, 0)).toBe(12);
  expect([
    decimalText(1235, "USD"),
    decimalText(-5, "USD"),
    decimalText(1980, "JPY"),
    decimalText(1, "KWD"),
  ]).toEqual(["12.35", "-0.05", "1980", "0.001"]);
});

test("every amount in cents is read back, with either sign", () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  const law = fc.property(cents, fc.constantFrom("de-DE", "en-US", "fr-FR", "en-IN"), (minor, language) => {
    const text = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(minor / 100);
    const found = moneyIn(text, language === "de-DE" || language === "fr-FR" ? "," : ".");
    expect(found && [inMinorUnits(found.millionths, 2), found.currency]).toEqual([minor, "EUR"]);
  });
  fc.assert(law, { seed: SEED, numRuns: runs(2_000) });
});
