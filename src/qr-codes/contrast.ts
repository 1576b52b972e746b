import { type Color, contrastRatio, luminanceOf } from "../core/colors.ts";
import type { FieldProblem } from "../core/errors.ts";

/** Stray light that a camera sees beside that of a print, and how bright a dim room is, as shares of full light. */
const STRAY = 0.03;
const DIM = 0.5;

/** Light as the numbers of a file count it, from 0 to 1 (sRGB, IEC 61966-2-1), and the other way round. */
const toGrey = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
const toLight = (grey: number): number => (grey <= 0.04045 ? grey / 12.92 : ((grey + 0.055) / 1.055) ** 2.4);

/**
 * The least contrast ratio on a background of this luminance. Where eight by eight pixels are equal, ZXing takes all for
 * light that is at least half as bright as the background, as greys of a file (HybridBinarizer). It is to be less in a dim
 * room, too, where that is the hardest. On white it is 4.2. Above it, decoders read what they read of black on white
 * (test/qr-codes/contrast.test.ts, test/qr-codes/styles).
 */
function leastRatio(light: number): number {
  const dark = toLight(toGrey((light + STRAY) * DIM) / 2) / DIM - STRAY;
  return contrastRatio(Math.max(0, dark), light);
}

/**
 * The least part of the light that the background reflects more than the dark modules. ISO/IEC 15415 fails a symbol that has
 * less than 20 %; below 30 %, ZXing lost some in dim light.
 */
export const MIN_DIFFERENCE = 0.3;

/** How well two colours of a code can be told apart. */
export interface Contrast {
  /** From 1 (equal colours) to 21 (black on white), as WCAG defines it; less than 1 is a light code on a dark ground. */
  ratio: number;
  /** The least that this ratio has to be on this background. */
  least: number;
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
  const contrast = { ratio: contrastRatio(dark, light), least: leastRatio(light), difference: light - dark };
  return { ...contrast, problems: problemsOf(dark, light, contrast) };
}

/** Whether version 1.1.0 drew a plain code in these colours, whose address may stand in somebody's page. */
export const wasDrawnBefore = ({ ratio, difference }: Pick<Contrast, "ratio" | "difference">): boolean =>
  ratio >= 4 && difference >= 0.4;

function problemsOf(
  dark: number,
  light: number,
  { ratio, least, difference }: Omit<Contrast, "problems">,
): FieldProblem[] {
  if (ratio >= least && difference >= MIN_DIFFERENCE) return [];
  const problems: FieldProblem[] = [];
  if (contrastRatio(dark, 1) < leastRatio(1)) {
    problems.push({ field: "color", message: "is too light even on white: choose a darker color" });
  }
  if (light < MIN_DIFFERENCE) {
    const message = "is too dark: a code has to be dark on light, so choose a lighter background";
    problems.push({ field: "background", message });
  }
  if (problems.length > 0) return problems;
  const found =
    ratio < least
      ? `their contrast is ${floor(ratio, 1)} to 1 and has to be ${ceil(least)} to 1 or more`
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

/** Rounded up to a tenth, so that no value below a limit is shown as the limit. */
const ceil = (value: number): string => (Math.ceil(value * 10) / 10).toFixed(1);
