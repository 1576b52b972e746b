import { expect, test } from "vitest";
import { DAY_MS } from "../../src/core/days.ts";
import { blocksOf } from "../../src/visits/rankings.ts";

/** Two days before a block of 64 days begins, and some after it has ended. */
const FIRST_DAY = Date.parse("2026-08-05T00:00:00.000Z");
const DAYS = 74;
const dayAt = (index: number): string => new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayAt(first + index));

test("a range is made of few blocks, none of which holds other days or days that are not ranked", () => {
  const ranked = { first: "", day: dayAt(DAYS - 2), whole: true };
  expect(blocksOf(daysFrom(2, 64), ranked)).toEqual({ blocks: [[64, dayAt(2)]], left: [] });
  for (let first = 0; first < 70; first += 3) {
    for (let count = 1; first + count <= DAYS; count++) {
      const days = daysFrom(first, count);
      const { blocks, left } = blocksOf(days, ranked);
      const made = blocks.flatMap(([length, day]) =>
        daysFrom((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS, length),
      );
      expect([...made, ...left].sort()).toEqual(days);
      expect(left).toEqual(days.filter((day) => day > ranked.day));
      expect(blocks.length).toBeLessThanOrEqual(22);
    }
  }
  expect(blocksOf(daysFrom(0, 3), { first: "", day: dayAt(1), whole: false })).toEqual({
    blocks: [[1, dayAt(0)]],
    left: [dayAt(1), dayAt(2)],
  });
  expect(blocksOf(daysFrom(0, 1), null)).toEqual({ blocks: [], left: [dayAt(0)] });
});

test("blocks of a day are kept 100 days, of eight days 400, and are asked for one day less", () => {
  const at = (index: number) => ({ first: "", day: dayAt(index), whole: true });
  // A day that is in no block of eight days of this range, and eight that are one.
  const day = daysFrom(0, 1);
  expect(blocksOf(day, at(99)).blocks).toEqual([[1, dayAt(0)]]);
  expect(blocksOf(day, at(100))).toEqual({ blocks: [], left: day });
  const eight = daysFrom(10, 8);
  expect(blocksOf(eight, at(10 + 399)).blocks).toEqual([[8, dayAt(10)]]);
  expect(blocksOf(eight, at(10 + 400))).toEqual({ blocks: [], left: eight });
  const long = daysFrom(2, 64);
  expect(blocksOf(long, at(3_000)).blocks).toEqual([[64, dayAt(2)]]);
});

test("blocks that began before the first day that is ranked are left out", () => {
  const ranked = { first: dayAt(10), day: dayAt(70), whole: true };
  expect(blocksOf(daysFrom(2, 17), ranked)).toEqual({
    blocks: [
      [8, dayAt(10)],
      [1, dayAt(18)],
    ],
    left: daysFrom(2, 8),
  });
  expect(blocksOf([], ranked)).toEqual({ blocks: [], left: [] });
});
