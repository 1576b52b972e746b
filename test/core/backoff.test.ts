import { expect, test } from "vitest";
import { backoff } from "../../src/ground/core/days.ts";

const limits = { first: 10, most: 240 };

test("waits double with each failure, up to the longest one, after any number of failures", () => {
  expect([1, 2, 3, 5, 6, 10_000].map((failed) => backoff(failed, limits))).toEqual([
    10, 20, 40, 160, 240, 240,
  ]);
});

test("what failed together is tried again within a fifth of the wait", () => {
  expect([0, 0.5, 1].map((at) => backoff(6, limits, { random: () => at }))).toEqual([240, 264, 288]);
});
