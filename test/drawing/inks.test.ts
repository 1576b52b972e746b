import { expect, test } from "vitest";
import { SCREEN_INK } from "../../src/ground/drawing/pdf.ts";

test.each([
  ["#000000", "0 g"],
  ["#ffffff", "1 g"],
  ["#808080", "0.502 g"],
  // Two equal channels make no gray.
  ["#808000", "0.502 0.502 0 rg"],
  ["#008080", "0 0.502 0.502 rg"],
  ["#800080", "0.502 0 0.502 rg"],
  ["cmyk(0,0,0,100)", "0 0 0 1 k"],
  ["cmyk(100,60,0,30)", "1 0.6 0 0.3 k"],
])("%s is printed as %s", (color, operator) => {
  expect(SCREEN_INK(color)).toBe(operator);
});
