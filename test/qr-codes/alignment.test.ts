import { expect, test } from "vitest";
import { ALIGNMENT, alignmentCorners, withoutRings } from "../../src/qr-codes/alignment.ts";
import { maxBytes, versionFor } from "../../src/qr-codes/capacities.ts";
import { symbolOf } from "../../src/qr-codes/symbol.ts";

/** Dark ring, light ring, dark middle (ISO/IEC 18004, 6.3.6). */
const PATTERN = ["#####", "#   #", "# # #", "#   #", "#####"];

const urlOf = (bytes: number) => `https://sho.example/${"a".repeat(bytes - "https://sho.example/".length)}`;

/** One symbol of each version. */
const symbols = new Map(
  Array.from({ length: maxBytes("M") - 30 }, (_, index) => 30 + index)
    .filter((bytes) => versionFor(bytes, "M") !== versionFor(bytes - 1, "M"))
    .map((bytes) => [versionFor(bytes, "M"), urlOf(bytes)] as const),
);

test.each([...symbols])(
  "patterns of version %s are where they are said to be, and rings leave their middle",
  (_, url) => {
    const modules = symbolOf(url, "M");
    const rest = withoutRings(modules);
    const corners = alignmentCorners(modules.length);
    expect(corners.length).toBeGreaterThan(0);
    for (const [left, top] of corners) {
      const drawn = (rows: typeof modules) =>
        rows.slice(top, top + ALIGNMENT).map((row) =>
          row
            .slice(left, left + ALIGNMENT)
            .map((dark) => (dark ? "#" : " "))
            .join(""),
        );
      expect(drawn(modules)).toEqual(PATTERN);
      expect(drawn(rest)).toEqual(["     ", "     ", "  #  ", "     ", "     "]);
    }
    const dark = (rows: typeof modules) => rows.flat().filter(Boolean).length;
    expect(dark(modules) - dark(rest)).toBe(16 * corners.length);
  },
);
