import { expect, test } from "vitest";
import { mergePatch, mergePatchBetween } from "../../src/ground/core/json.ts";

test.each([
  [{}, {}, {}],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
  [{ a: { x: 1, y: 2 } }, { a: { x: 1, y: 3, z: {} } }, { a: { y: 3, z: {} } }],
  [{ a: { x: 1 } }, { a: [1, null] }, { a: [1, null] }],
  [{ a: [1] }, { a: { x: 1 } }, { a: { x: 1 } }],
  [{ a: null, b: null }, { a: null }, { b: null }],
  [{ a: { b: 2, c: 1 } }, { a: { c: 1, b: 2 } }, {}],
  [
    JSON.parse('{"__proto__": 1}'),
    JSON.parse('{"__proto__": {"x": 2}}'),
    JSON.parse('{"__proto__": {"x": 2}}'),
  ],
])("the patch from %j to %j has only the differences", (from, to, patch) => {
  expect(mergePatchBetween(from, to)).toEqual(patch);
  expect(JSON.parse(JSON.stringify(mergePatch(from, mergePatchBetween(from, to))))).toEqual(to);
});

test("a member can't be set to null", () => {
  expect(mergePatchBetween({ a: 1 }, { a: null, b: null })).toEqual({});
});
