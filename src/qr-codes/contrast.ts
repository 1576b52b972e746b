import type { FieldProblem } from "../core/errors.ts";
import { type Color, channelsOf } from "./colors.ts";

/**
 * The least contrast ratio. WCAG asks 3 of graphics that people have to recognise; at 3 a decoder loses photographs
 * taken in half the light, from 4 on it reads all that it reads of black on white (test/qr-codes/contrast.test.ts).
 */
export const MIN_RATIO = 4;

/**
 * The least part of the light that the background reflects more than the dark modules. ISO/IEC 15415 calls it symbol
 * contrast and gives the middle grade, C, from 40 % on.
 */
export const MIN_DIFFERENCE = 0.4;

/** How well two colours of a code can be told apart. */
export interface Contrast {
  /** From 1 (equal colours) to 21 (black on white), as WCAG defines it; less than 1 is a light code on a dark ground. */
  ratio: number;
  /** By how much the background is brighter, from -1 to 1 (black on white). */
  difference: number;
  /** Why a camera may not read the code, in words for people; empty where it does. */
  problems: FieldProblem[];
}

/**
 * The share of light that a colour reflects, from 0 for black to 1 for white. This is the relative luminance of WCAG
 * 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminanceOf(color: Color): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The ratio of two luminances, as WCAG defines it: 0.05 stands for the light that falls on every surface. */
const ratioOf = (dark: number, light: number): number => (light + 0.05) / (dark + 0.05);

/**
 * Judges the colours of a code: `color` of the dark modules, `background` of everything else. Codes have to be dark on
 * light, because not every camera tries the inverse.
 */
export function contrastOf(color: Color, background: Color): Contrast {
  const [dark, light] = [luminanceOf(color), luminanceOf(background)];
  const contrast = { ratio: ratioOf(dark, light), difference: light - dark };
  return { ...contrast, problems: problemsOf(dark, light, contrast) };
}

function problemsOf(
  dark: number,
  light: number,
  { ratio, difference }: Omit<Contrast, "problems">,
): FieldProblem[] {
  if (ratio >= MIN_RATIO && difference >= MIN_DIFFERENCE) return [];
  const problems: FieldProblem[] = [];
  if (ratioOf(dark, 1) < MIN_RATIO) {
    problems.push({ field: "color", message: "is too light even on white: choose a darker color" });
  }
  if (light < MIN_DIFFERENCE) {
    const message = "is too dark: a code has to be dark on light, so choose a lighter background";
    problems.push({ field: "background", message });
  }
  if (problems.length > 0) return problems;
  const found =
    ratio < MIN_RATIO
      ? `their contrast is ${floor(ratio, 1)} to 1 and has to be ${MIN_RATIO} to 1 or more`
      : `the background is only ${floor(difference * 100, 0)} % brighter and has to be ${MIN_DIFFERENCE * 100} %`;
  return [
    {
      field: "color",
      message: `is too close to the background: ${found}; choose a darker color or a lighter background`,
    },
  ];
}

/** Rounded down, so that no value below a limit is shown as the limit. */
const floor = (value: number, digits: number): string =>
  (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);
