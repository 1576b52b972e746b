import { expect, test } from "vitest";
import { Memory } from "../../src/storage/memory.ts";

test("a value is known until its time to live has passed", () => {
  const memory = new Memory<string>(10, 1_000);
  memory.set("a", "first", 0);
  expect(memory.get("a", 999)).toBe("first");
  expect(memory.get("a", 1_000)).toBeUndefined();
  expect(memory.get("a", 500)).toBeUndefined();
  expect(memory.get("b", 0)).toBeUndefined();
});

test("reading does not lengthen a life, writing begins a new one", () => {
  const memory = new Memory<string>(10, 1_000);
  memory.set("a", "first", 0);
  memory.get("a", 900);
  expect(memory.get("a", 1_000)).toBeUndefined();
  memory.set("a", "first", 2_000);
  memory.set("a", "second", 2_900);
  expect(memory.get("a", 3_899)).toBe("second");
});

test("at its capacity, the least recently used goes first", () => {
  const memory = new Memory<number>(2, 1_000);
  memory.set("a", 1, 0);
  memory.set("b", 2, 0);
  memory.get("a", 1);
  memory.set("c", 3, 2);
  expect(["a", "b", "c"].map((key) => memory.get(key, 3))).toEqual([1, undefined, 3]);
});

test("writing a known key again puts nothing out", () => {
  const memory = new Memory<number>(2, 1_000);
  memory.set("a", 1, 0);
  memory.set("b", 2, 0);
  memory.set("b", 3, 0);
  expect([memory.get("a", 1), memory.get("b", 1)]).toEqual([1, 3]);
});
