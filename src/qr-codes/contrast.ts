import { type Color, contrastRatio, luminanceOf } from "../core/colors.ts";
import type { FieldProblem } from "../core/errors.ts";

/**
 * The least contrast ratio. Where eight by eight pixels are equal, ZXing takes all for light that is at least half as
 * bright, as greys of a file (HybridBinarizer); on white that begins at #7f7f7f, whose ratio is 4.0. Above this one,
 * decoders read what they read of black on white (test/qr-codes/contrast.test.ts, test/qr-codes/styles).
 */
export const MIN_RATIO = 4.1;

/**
 * The least part of the light that the background reflects more than the dark modules. ISO/IEC 15415 calls it symbol
 * contrast, and fails a symbol that has less than 20 %.
 */
export const MIN_DIFFERENCE = 0.2;

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
 * Judges the colours of a code: `color` of the dark modules, `background` of everything else. Codes have to be dark on
 * light, because not every camera tries the inverse.
 */
export function contrastOf(color: Color, background: Color): Contrast {
  const [dark, light] = [luminanceOf(color), luminanceOf(background)];
  const contrast = { ratio: contrastRatio(dark, light), difference: light - dark };
  return { ...contrast, problems: problemsOf(dark, light, contrast) };
}

function problemsOf(
  dark: number,
  light: number,
  { ratio, difference }: Omit<Contrast, "problems">,
): FieldProblem[] {
  if (ratio >= MIN_RATIO && difference >= MIN_DIFFERENCE) return [];
  const problems: FieldProblem[] = [];
  if (contrastRatio(dark, 1) < MIN_RATIO) {
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
