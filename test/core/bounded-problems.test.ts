import { expect, test } from "vitest";
import { boundedProblems } from "../../src/ground/core/errors.ts";

const problemsOf = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ field: field(index), message: "is required" }));

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test("few problems with short names are unchanged", () => {
  const problems = problemsOf(3, (index) => `products[${index}].quantity`);
  expect(boundedProblems(problems, true)).toEqual(problems);
});

test("a long name keeps both ends, and no half characters", () => {
  const [problem, ...others] = boundedProblems(
    problemsOf(1, () => `metadata.${"😀".repeat(4_000)}.x`),
    true,
  );
  expect(others).toEqual([]);
  expect(problem?.field).toMatch(/^metadata\.(😀)+…(.*😀)+\.x$/u);
  expect(problem?.field.length).toBeLessThanOrEqual(200);
  expect(problem?.field.isWellFormed()).toBe(true);
});

test.each([
  ["long names", (index: number) => `${"a".repeat(7_900)}.${index}`],
  ["names that JSON makes six times as long", () => "\u0001".repeat(7_900)],
  ["short names", (index: number) => `k${index}`],
])("omitted problems of %s are counted", (_, field) => {
  const problems = problemsOf(5_000, field);
  const bounded = boundedProblems(problems, true);
  expect(bytesOf(bounded)).toBeLessThanOrEqual(63 * 1024);
  expect(bounded.at(-1)).toEqual({
    field: "request",
    message: `has ${5_000 - bounded.length + 1} further problems`,
  });
});

test.each([
  [1_000, 1_000, "is required"],
  [1_001, 1_000, "has 2 further problems"],
])("of %i short problems, %i entries are shown", (count, shown, last) => {
  const bounded = boundedProblems(
    problemsOf(count, () => "a"),
    true,
  );
  expect(bounded).toHaveLength(shown);
  expect(bounded.at(-1)?.message).toBe(last);
});

test('the count says "at least" if validation stopped early', () => {
  const bounded = boundedProblems(
    problemsOf(1_000, (index) => `${"a".repeat(150)}${index}`),
    false,
  );
  expect(bounded.at(-1)?.message).toBe(`has at least ${1_000 - bounded.length + 1} further problems`);
});

test("a smaller response has fewer problems and counts the rest", () => {
  const bounded = boundedProblems(
    problemsOf(50, (index) => `products[${index}]`),
    true,
    500,
  );
  expect(bytesOf(bounded)).toBeLessThanOrEqual(500);
  expect(bounded.length).toBeGreaterThan(2);
  expect(bounded.at(-1)?.message).toBe(`has ${50 - bounded.length + 1} further problems`);
});
