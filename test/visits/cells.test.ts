import { describe, expect, test } from "vitest";
import { Cells, cellSum, cellsOf, eachCell, eachClass } from "../../src/visits/cells.ts";
import { packedCells } from "../../src/visits/series-text.ts";

/** What a text of numbers says: each place with its number. */
function read(cells: string): Record<number, number> {
  const found: Record<number, number> = {};
  eachCell(cells, (place, visits) => {
    expect(found).not.toHaveProperty(String(place));
    found[place] = visits;
  });
  return found;
}

describe("design: numbers of places are one text", () => {
  test("of letters for places and the numbers after them; what has none is left out", () => {
    expect(cellsOf([3, undefined, 0, 12])).toBe("a3d12");
    expect(read("a3d12")).toEqual({ 0: 3, 3: 12 });
    expect(read("E1029384756b7")).toEqual({ 30: 1_029_384_756, 1: 7 });
    expect(read("")).toEqual({});
    expect(cellSum("a3d12E90")).toBe(105);
  });

  test("places may be classes, and a letter that is none is not read", () => {
    const classes: [string, number][] = [];
    eachClass("k12a9s3v1r40", (letter, visits) => classes.push([letter, visits]));
    expect(classes).toEqual([
      ["k", 12],
      ["s", 3],
      ["v", 1],
      ["r", 40],
    ]);
  });

  test("numbers of a part, a value and a place are added up", () => {
    const cells = new Cells();
    for (const part of ["c", "d"])
      for (const value of ["US", "CA"])
        for (const letter of ["s", "k", "s"]) cells.add(part, value, letter, value === "US" ? 2 : 5);
    expect(cells.toJSON()).toEqual({ c: { US: "s4k2", CA: "s10k5" }, d: { US: "s4k2", CA: "s10k5" } });
  });
});

describe("design: cells whose places follow one another take less room", () => {
  /** The largest number that is one character of a series. */
  const MOST = 0xd7ff - 35;

  test.each<[string, string]>([
    ["a100b101c100", "=a\u0087#$#"],
    ["a20b1c20d20", "=a$6#66"],
    ["a1b20c20d20", "=a$#666"],
    // A place between without a number is 0, and so is the least.
    ["e20f21h20i20j20", "=e#78#777"],
    ["C20D20E20", "=C7###"],
    // What begins with nothing begins later.
    ["a0b20c20d20", "=b7###"],
    // Not in order, and one place twice.
    ["d10b10c3c9", "=b-#%#"],
    [`a${MOST}b${MOST}c${MOST}`, "=a\ud7ff###"],
  ])("%s is %j", (cells, series) => {
    expect(packedCells(cells)).toBe(series);
    expect(read(series)).toEqual(read(packedCells(cells)));
    let sum = 0;
    for (const number of cells.match(/\d+/g) ?? []) sum += Number(number);
    expect(cellSum(series)).toBe(sum);
  });

  test.each<[string, string]>([
    ["a12", "a12"],
    // As long as a series: cells stay.
    ["a1b1c1", "a1b1c1"],
    ["a5z5", "a5z5"],
    ["c2a1c3", "a1c5"],
    ["", ""],
    ["b0", ""],
    // A backslash is two characters of JSON.
    ["a58b1c1", "a58b1c1"],
    [`a${MOST + 1}b${MOST}c${MOST}`, `a${MOST + 1}b${MOST}c${MOST}`],
  ])("%j stays %j", (cells, sorted) => {
    expect(packedCells(cells)).toBe(sorted);
  });

  test("places of a series have their letters from its first on", () => {
    expect(read("=e#78#777")).toEqual({ 4: 20, 5: 21, 7: 20, 8: 20, 9: 20 });
    expect(read("=a\u0087#$#")).toEqual({ 0: 100, 1: 101, 2: 100 });
  });
});
