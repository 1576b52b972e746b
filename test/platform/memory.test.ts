import { expect, test } from "vitest";
import { Memory } from "../../src/ground/platform/memory.ts";

test("a value expires after its time to live", () => {
  const memory = new Memory<string>(10, 1_000);
  memory.set("a", "first", 0);
  expect(memory.get("a", 999)).toBe("first");
  expect(memory.get("a", 1_000)).toBeUndefined();
  expect(memory.get("a", 500)).toBeUndefined();
  expect(memory.get("b", 0)).toBeUndefined();
});

test("reading does not extend the lifetime, writing restarts it", () => {
  const memory = new Memory<string>(10, 1_000);
  memory.set("a", "first", 0);
  memory.get("a", 900);
  expect(memory.get("a", 1_000)).toBeUndefined();
  memory.set("a", "first", 2_000);
  memory.set("a", "second", 2_900);
  expect(memory.get("a", 3_899)).toBe("second");
});

test("at its capacity, the least recently used value is dropped first", () => {
  const memory = new Memory<number>(2, 1_000);
  memory.set("a", 1, 0);
  memory.set("b", 2, 0);
  memory.get("a", 1);
  memory.set("c", 3, 2);
  expect(["a", "b", "c"].map((key) => memory.get(key, 3))).toEqual([1, undefined, 3]);
});

test("writing an existing key again drops nothing", () => {
  const memory = new Memory<number>(2, 1_000);
  memory.set("a", 1, 0);
  memory.set("b", 2, 0);
  memory.set("b", 3, 0);
  expect([memory.get("a", 1), memory.get("b", 1)]).toEqual([1, 3]);
});

test("an expired value can still be found, marked as stale, until it is dropped", () => {
  const memory = new Memory<string>(2, 1_000);
  memory.set("a", "first", 0);
  expect(memory.find("a", 999)).toEqual({ value: "first", fresh: true });
  expect(memory.find("a", 1_000_000)).toEqual({ value: "first", fresh: false });
  memory.set("b", "second", 1_000_000);
  memory.find("a", 1_000_001);
  memory.set("c", "third", 1_000_002);
  expect(memory.find("b", 1_000_002)).toBeUndefined();
  expect(memory.find("a", 1_000_002)).toEqual({ value: "first", fresh: false });
});

test("the order of use is correct for any read, dropped or written entry", () => {
  const memory = new Memory<number>(3, 1_000);
  for (const [at, key] of ["a", "b", "c"].entries()) memory.set(key, at, 0);
  memory.get("c", 1); // the newest
  memory.get("b", 1); // one in the middle
  memory.get("a", 1); // the oldest
  memory.set("d", 3, 1);
  expect(memory.find("c", 1)).toBeUndefined();
  expect(memory.get("b", 1_000)).toBeUndefined(); // past its time: dropped
  memory.set("e", 4, 1);
  memory.set("f", 5, 1);
  expect(["a", "d", "e", "f"].map((key) => memory.find(key, 1)?.value)).toEqual([undefined, 3, 4, 5]);
});

test("a popular entry in a full memory is found quickly", () => {
  const memory = new Memory<number>(10_000, 1_000);
  for (let key = 0; key < 10_000; key++) memory.set(String(key), key, 0);
  let sum = 0;
  for (let time = 0; time < 300_000; time++) sum += memory.get("9999", 1) ?? 0;
  expect(sum).toBe(9_999 * 300_000);
});

test("the total weight is bounded when entries are added, changed or removed", () => {
  const memory = new Memory<string>(10, 1_000, { weigh: (value) => value.length, maxWeight: 10 });
  const known = () => ["a", "b", "c", "d"].filter((key) => memory.find(key, 0));
  memory.set("a", "1234", 0);
  memory.set("b", "1234", 0);
  memory.set("c", "12", 0);
  expect(known()).toEqual(["a", "b", "c"]);
  memory.set("c", "123", 0);
  expect(known()).toEqual(["b", "c"]);
  memory.get("b", 1_000); // past its time: dropped, with its weight
  memory.set("d", "1234567", 0);
  expect(known()).toEqual(["c", "d"]);
  memory.set("a", "12345678901", 0); // too heavy on its own
  expect(known()).toEqual([]);
});
