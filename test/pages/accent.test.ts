import { expect, test } from "vitest";
import { contrastRatio, luminanceOf } from "../../src/ground/core/colors.ts";
import { readableAccent } from "../../src/surfaces/pages/choice/accent.ts";

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return contrastRatio(dark, light);
};

test("a readable accent is unchanged", () => {
  expect(readableAccent("#c8102e").light).toEqual({ accent: "#c8102e", on: "#ffffff" });
  expect(readableAccent("#ffe14d").dark).toEqual({ accent: "#ffe14d", on: "#000000" });
});

test("every accent, and text on it, is readable on light and dark pages", () => {
  const steps = ["00", "33", "66", "99", "cc", "ff"];
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  for (const color of colors) {
    const { light, dark } = readableAccent(color);
    expect([
      color,
      contrast(light.accent, "#ffffff") >= 4.5,
      contrast(dark.accent, "#1c1f1c") >= 4.5,
    ]).toEqual([color, true, true]);
    for (const { accent, on } of [light, dark]) expect(contrast(accent, on)).toBeGreaterThanOrEqual(4.5);
  }
});
