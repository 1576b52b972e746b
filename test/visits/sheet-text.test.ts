import fc from "fast-check";
import { expect, test } from "vitest";
import { SheetSums } from "../../src/features/visits/sheet-text.ts";
import { CLASSES } from "../../src/features/visits/statistics.ts";
import { runs, SEED } from "../seeds.ts";

type VisitClass = (typeof CLASSES)[number];
type Count = [link: number, code: number, name: VisitClass, visits: number];

const sumsOf = (counts: readonly Count[]): SheetSums<VisitClass> => {
  const sums = new SheetSums(CLASSES);
  for (const count of counts) sums.add(...count);
  return sums;
};

/** What was counted, by link, code and class. */
function contentOf(sums: SheetSums<VisitClass>): Record<string, number> {
  const content: Record<string, number> = {};
  for (const code of sums.codes())
    sums.forEach([code], (link, numbers) => {
      for (const name of CLASSES) if (numbers[name] > 0) content[`${link} ${code} ${name}`] = numbers[name];
    });
  return content;
}

const count = fc.tuple(
  fc.oneof(fc.nat(40), fc.nat(10_000)),
  fc.oneof(fc.nat(3), fc.nat(300)),
  fc.constantFrom(...CLASSES),
  fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1_057, 1_058, 48_000, 10 ** 12)),
);

test("sheets have all counts, and add up", () => {
  fc.assert(
    fc.property(fc.array(count, { maxLength: 300 }), fc.array(count, { maxLength: 300 }), (one, other) => {
      const added = new SheetSums(CLASSES);
      for (const counts of [one, other]) for (const text of sumsOf(counts).texts()) added.addText(text);
      expect(contentOf(added)).toEqual(contentOf(sumsOf([...one, ...other])));
    }),
    { numRuns: runs(500), seed: SEED },
  );
});

test("a sheet is one character for each link with few visits, and needs no escapes", () => {
  const counts = Array.from({ length: 3_000 }, (_, link): Count => [link, 0, "clicks", 1 + (link % 22)]);
  const texts = sumsOf(counts).texts();
  expect(texts.map((text) => text.length)).toEqual([2_051, 958]);
  expect(texts.every((text) => JSON.stringify(text) === `"${text}"`)).toBe(true);
});

test("a sheet has at most 64,000 characters, unless a single link has more", () => {
  const counts = Array.from(
    { length: 90_000 },
    (_, n): Count => [n % 90, Math.floor(n / 90), "scans", 5_000],
  );
  const texts = sumsOf(counts).texts();
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(64_000);
  const read = new SheetSums(CLASSES);
  for (const text of texts) read.addText(text);
  // As text, which is faster.
  expect(JSON.stringify(contentOf(read))).toBe(JSON.stringify(contentOf(sumsOf(counts))));
});
