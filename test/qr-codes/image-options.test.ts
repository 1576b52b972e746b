import { describe, expect, test } from "vitest";
import { defaultOptions, OPTION_NAMES } from "../../src/features/qr-codes/image-options.ts";
import { distanceFor, printSizeFor } from "../../src/features/qr-codes/print-layout.ts";
import { IMAGE_OPTIONS, readImageOptions } from "../../src/features/qr-codes/read-image-options.ts";
import type { ServiceError } from "../../src/ground/core/errors.ts";

type Asked = Record<string, string | string[]>;

const listed = (asked: Asked) =>
  Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, [value].flat()]));

function problemsOf(format: "svg" | "pdf", asked: Asked): string[] {
  try {
    readImageOptions(format, listed(asked));
  } catch (error) {
    // What is thrown is compared below.
    return (error as ServiceError).details?.map(({ field, message }) => `${field} ${message}`) ?? [];
  }
  return [];
}

/** What a style has besides its colors, where nothing of it is asked for. */
const PLAIN = {
  surface: "#ffffff",
  modules: "square",
  finders: "square",
  logo: "none",
  frame: "none",
  hri: "0",
};

describe("options", () => {
  test("have defaults", () => {
    const usual = { level: "M", color: "#000000", background: "#ffffff", quietZone: 4, ...PLAIN };
    expect(defaultOptions("svg")).toEqual(usual);
    expect(defaultOptions("png")).toEqual({ ...usual, size: 1024 });
    for (const format of ["pdf", "eps"] as const)
      expect(defaultOptions(format)).toEqual({ ...usual, size: 50 });
  });

  test("are read from texts", () => {
    const asked = listed({
      size: "64",
      level: "H",
      color: "#0A3161",
      background: "#FFFFEE",
      quietZone: "16",
    });
    const expected = {
      size: 64,
      level: "H",
      color: "#0a3161",
      background: "#ffffee",
      quietZone: 16,
      ...PLAIN,
    };
    expect(readImageOptions("png", asked)).toEqual(expected);
  });

  test.each([
    ["svg", "size", ["64", "65", "4096"], ["63", "4097", "1000000000", "9".repeat(400)]],
    ["pdf", "size", ["10", "1000"], ["9", "1001"]],
    [
      "svg",
      "size",
      [],
      ["", "0", "-1", "+99", "1e3", "99.5", "0x40", "064", " 99", "NaN", "Infinity", "９９"],
    ],
    ["svg", "quietZone", ["2", "16"], ["1", "0", "17", "-4", "4.0", ""]],
    ["svg", "level", ["L", "M", "Q", "H"], ["m", "X", "", "LM", "toString"]],
    [
      "svg",
      "color",
      ["#000000", "#C8102E", "cmyk(100,60,0,30)", "cmyk(0, 0, 0, 100)"],
      [
        "",
        "#000",
        "000000",
        "red",
        "#00000g",
        "#00000000",
        '"/><script>alert(1)</script>',
        "url(#a)",
        "#000000;",
        "none",
        "cmyk(100,60,0)",
        "cmyk(0,0,0,101)",
        "cmyk(00,0,0,100)",
        "cmyk(0,0,0,100);",
        "cmyk(1e1,0,0,99)",
      ],
    ],
    ["pdf", "background", ["#FFF4D6", "cmyk(0,0,10,0)", "none"], ["", "transparent", "None", "cmyk(0,0,0)"]],
    ["svg", "surface", ["#FFF4D6", "cmyk(0,0,10,0)"], ["none", "white"]],
  ] as const)("%s %s", (format, name, good, bad) => {
    for (const value of good) expect([value, problemsOf(format, { [name]: value })]).toEqual([value, []]);
    for (const value of bad) {
      const problems = problemsOf(format, { [name]: value });
      expect([value, problems]).toEqual([value, [expect.stringMatching(new RegExp(`^${name} must be `))]]);
    }
  });

  test("are all validated together: repeated, out of range, and low contrast", () => {
    const asked = {
      size: ["512", "512"],
      level: "Z",
      color: "#ffffff",
      quietZone: "99",
    };
    expect(
      problemsOf("svg", asked)
        .map((problem) => problem.split(" ")[0])
        .sort(),
    ).toEqual(["color", "level", "quietZone", "size"]);
    expect(problemsOf("svg", { size: ["512", "600"] })).toEqual(["size must be given only once"]);
  });

  test("colors have one form, and a transparent code is judged on its surface", () => {
    const asked = listed({ color: "cmyk(100, 60, 0, 30)", background: "none", surface: "#FFF4D6" });
    const { color, background, surface } = readImageOptions("png", asked);
    expect([color, background, surface]).toEqual(["cmyk(100,60,0,30)", "none", "#fff4d6"]);
    expect(problemsOf("svg", { background: "none", surface: "#333333" })).toEqual([
      expect.stringMatching(/^surface is too dark/),
    ]);
    // Of an opaque code, the surface is not seen.
    expect(problemsOf("svg", { surface: "#333333" })).toEqual([]);
  });

  test("other names are ignored, once or twice, and in another case", () => {
    const others = { v: "3", utm_source: ["a", "b"], Size: "99", constructor: "1", toString: ["1", "2"] };
    expect(readImageOptions("png", listed(others))).toEqual(defaultOptions("png"));
    expect(readImageOptions("pdf", listed({ ...others, size: "80" }))).toMatchObject({ size: 80 });
    expect(problemsOf("svg", { ...others, size: "x" })).toEqual([expect.stringMatching(/^size must be /)]);
  });
});

describe("the size for a distance", () => {
  const encodedUrl = "https://sho.example/ab12cd34?qr=default";
  const sizeAt = (distance: number, quietZone = 4) =>
    printSizeFor({ encodedUrl, level: "M", quietZone, distance });

  test("is a tenth of it, at least 2 cm, and the quiet zone on top", () => {
    // 29 modules, and 4 on each side.
    expect([50, 200, 1_000, 5_000].map((distance) => sizeAt(distance))).toEqual([26, 26, 128, 638]);
    expect(sizeAt(1_000, 16)).toBe(211);
  });

  test("and back: a print of that size is read from there, and from less with more quiet zone", () => {
    const distanceAt = (size: number, quietZone: number) =>
      distanceFor({ encodedUrl, level: "M", quietZone, size });
    expect(distanceAt(37, 4)).toBeCloseTo(290);
    expect(distanceAt(37, 8)).toBeCloseTo((37 * 290) / 45);
    for (const distance of [200, 1_000, 5_000])
      expect(distanceAt(sizeAt(distance) ?? 0, 4)).toBeGreaterThanOrEqual(distance);
  });

  test("is null if no image is that large or the URL does not fit", () => {
    expect(sizeAt(8_000)).toBeNull();
    const long = `https://sho.example/${"a".repeat(1_300)}`;
    expect(printSizeFor({ encodedUrl: long, level: "H", quietZone: 4, distance: 500 })).toBeNull();
    expect(distanceFor({ encodedUrl: long, level: "H", quietZone: 4, size: 100 })).toBeNull();
  });
});

test.each(["svg", "png", "pdf", "eps"] as const)(
  "the options of %s that nobody requests are those of its schema, in the order of URLs",
  (format) => {
    const schema = IMAGE_OPTIONS[format];
    expect(defaultOptions(format)).toEqual(schema.parse({}));
    expect(Object.keys(schema.shape)).toEqual(OPTION_NAMES);
  },
);
