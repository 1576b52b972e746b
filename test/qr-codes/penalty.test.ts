import { describe, expect, test } from "vitest";
import { penalty, toBits, xor } from "../../src/qr-codes/penalty.ts";
import { type Modules, standardPenalty } from "./standard-penalty.ts";

/** Modules that are dark in this share, the same ones for the same seed (mulberry32). */
function randomModules(side: number, share: number, seed: number): Modules {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: side }, () => Array.from({ length: side }, () => random() < share));
}

/** On both sides of each word of 32 modules. */
const SIDES = [21, 25, 29, 33, 61, 65, 97, 129, 177];

describe.each(SIDES)("the penalty of a symbol of %i modules is the standard's", (side) => {
  test.each([0.03, 0.3, 0.5, 0.7, 0.97])("%d of them dark", (share) => {
    for (let seed = 1; seed <= 5; seed++) {
      const modules = randomModules(side, share, seed * 1_000 + side);
      expect(penalty(toBits(modules)), `seed ${seed}`).toBe(standardPenalty(modules));
    }
  });

  test("finder patterns in every place, with light modules before, after, and on both sides", () => {
    const patterns = ["10111010000", "00001011101", "000010111010000", "0000101110100001011101"];
    for (const pattern of patterns) {
      const modules = Array.from({ length: side }, (_, y) =>
        Array.from({ length: side }, (_, x) => pattern.charAt((x + y) % (pattern.length + 1)) !== "0"),
      );
      expect(penalty(toBits(modules)), pattern).toBe(standardPenalty(modules));
    }
  });

  test.each([true, false])("all modules alike: %s", (dark) => {
    const modules = Array.from({ length: side }, () => Array.from({ length: side }, () => dark));
    expect(penalty(toBits(modules))).toBe(standardPenalty(modules));
  });
});

test("what two symbols differ in turns one into the other", () => {
  const [first, second] = [randomModules(37, 0.5, 1), randomModules(37, 0.5, 2)];
  const difference = xor(toBits(first), toBits(second));
  expect(xor(toBits(first), difference)).toEqual(toBits(second));
});
