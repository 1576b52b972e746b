import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Entries, limitedEntries, VisitorSketch } from "../../src/features/visits/visitor-sketch.ts";
import { lot as seeded } from "../qr-codes/styles/lot.ts";
import type { SharedService } from "../use-service.ts";
import { addRows } from "./day-row.ts";
import { emptyCounters, startCounters } from "./visit-tables.ts";

/** Hashes of so many visitors, as entries. */
function crowd(size: number, random: () => number): number[] {
  return Array.from({ length: size }, () => Math.floor(random() * 2 ** 24));
}

const sketchOf = (entries: Iterable<number>): VisitorSketch => {
  const sketch = new VisitorSketch();
  for (const entry of entries) sketch.addEntry(entry);
  return sketch;
};

const asEntries = (entries: readonly number[]): Entries =>
  Object.fromEntries(entries.map((entry) => [entry, 1 as const]));

describe("the number of different visitors", () => {
  test.each([1, 10, 50])("is exact for %i, who come up to ten times", (size) => {
    const random = seeded(size);
    for (let run = 0; run < 200; run++) {
      const visitors = crowd(size, random);
      const visits = visitors.flatMap((entry) => Array<number>(1 + Math.floor(random() * 10)).fill(entry));
      expect(sketchOf(visits).number()).toBe(new Set(visitors).size);
    }
  });

  // Runs, so that the error of the measured error is small.
  test.each([
    [100, 200],
    [201, 200],
    [1_000, 200],
    [3_000, 200],
    [5_000, 200],
    [10_000, 200],
    [100_000, 100],
    [1_000_000, 12],
  ])("has a standard error below 0.025 and no bias for %i in %i runs", (size, runs) => {
    const random = seeded(size + 29);
    let squares = 0;
    let sum = 0;
    for (let run = 0; run < runs; run++) {
      const visitors = crowd(size, random);
      const sketch = sketchOf(visitors);
      for (const entry of visitors.slice(0, 10_000)) sketch.addEntry(entry);
      const error = sketch.number() / size - 1;
      squares += error ** 2;
      sum += error;
    }
    // Three standard errors of each measurement.
    expect(Math.sqrt(squares / runs)).toBeLessThan(0.023 * (1 + 3 / Math.sqrt(2 * runs)));
    expect(Math.abs(sum / runs)).toBeLessThan((3 * 0.023) / Math.sqrt(runs));
  });
});

describe("D1 adds visitors to the sketch of a row as the Worker does", () => {
  let service: SharedService;
  let db: D1Database;
  beforeAll(async () => {
    service = await startCounters();
    db = service.env.DB;
  });
  beforeEach(() => emptyCounters(db));

  const add = (visitors: Record<string, Entries | number>) => addRows(db, [{ visitors }]);
  const stored = async () => {
    const text = await db.prepare("SELECT visitors FROM visit_days").first<string>("visitors");
    return JSON.parse(text ?? "");
  };
  const numberOf = (sketch: Entries | string): number => {
    const union = new VisitorSketch();
    union.add(sketch);
    return union.number();
  };

  test.each([
    ["of few", [3, 3, 2]],
    ["that grows beyond entries", [150, 40, 9, 1, 1, 1, 100, 1_000]],
    ["that has too many entries from the start", [300, 1, 30]],
    ["that has more entries than registers", [5_000, 2_000, 20_000]],
  ])("%s, with repeats and several codes", async (_, sizes) => {
    const random = seeded(7);
    const all: Record<string, number[]> = { front: [], "": [] };
    for (const size of sizes) {
      const now = [...crowd(size, random), ...(all.front ?? []).slice(0, 20)];
      all.front?.push(...now);
      all[""]?.push(...now.slice(0, 2));
      await add({ front: limitedEntries(asEntries(now)), "": asEntries(now.slice(0, 2)) });
      const { front, "": none } = await stored();
      expect(numberOf(front)).toBe(sketchOf(all.front ?? []).number());
      expect(numberOf(none)).toBe(new Set(all[""]).size);
    }
  });

  test("entries of a late visit to the number of a day that has ended, and numbers to numbers", async () => {
    await add({ front: { 1: 1 }, "?": 2 });
    await db.prepare(`UPDATE visit_days SET visitors = '{"front":7,"*":9,"?":2}'`).run();
    await add({ front: { 4: 1, 5: 1 }, "?": 3, poster: { 8: 1 } });
    expect(await stored()).toEqual({ front: 9, "*": 12, "?": 5, poster: 1 });
  });

  test("no more, once a row has more than it can have", async () => {
    await add({ front: { 1: 1 } });
    await db
      .prepare("UPDATE visit_days SET visitors = json_object('front', ?1)")
      .bind("0".repeat(500_000))
      .run();
    await add({ front: { 2: 1 } });
    await add({ back: { 2: 1 } });
    expect(await stored()).toBeNull();
  });
});
