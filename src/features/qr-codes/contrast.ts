import { COLOR_FORMAT, type Color, contrastRatio, luminanceOf } from "../../ground/core/colors.ts";
import type { FieldProblem } from "../../ground/core/errors.ts";
import type { CodeColors } from "./style.ts";

/** Stray light in the camera, as a share of full light. */
const STRAY = 0.03;

/** The brightness of a dim room at its brightest, and at the far end of a code that is lit from one side. */
const DIM = 0.5;
const DIMMEST = 0.31;

/** Converts light from 0 to 1 to gray values from 0 to 255 (sRGB, IEC 61966-2-1), and back. */
const greyOf = (light: number): number =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const lightOf = (gray: number): number =>
  gray <= 10.31475 ? gray / 255 / 12.92 : ((gray / 255 + 0.055) / 1.055) ** 2.4;

/** The gray value of a print in a room of this brightness. */
const seenIn = (room: number, light: number): number => greyOf((light + STRAY) * room);

/** The rounding tolerance for half of the background: gray values are integers. */
const ROUNDING = 0.1;

/**
 * The minimum range of gray values in an 8 × 8 block for which ZXing uses the mean as threshold (24, HybridBinarizer),
 * without rounding.
 */
const EDGE = 24;

/**
 * The lightest that modules may be on a background, as a share of the light, so that ZXing takes them for dark: less than 0
 * where nothing is dark enough. Decoders read what is darker as they read black on white (test/qr-codes/contrast.test.ts,
 * test/qr-codes/styles).
 *
 * - Where eight by eight pixels are equal, it takes all for light that is at least half as bright as the background. In a dim
 *   room that is the hardest where there is the most light.
 * - Where the pixels at a blurred edge, which are a third of the one and two thirds of the other, hardly differ from those
 *   beside them, the light side of the edge counts as a background, too. Half of that is less than the modules may be. So
 *   edges have to be seen where there is the least light.
 */
function lightestDark(background: number): number {
  const half = lightOf(seenIn(DIM, background) / 2 + ROUNDING) / DIM - STRAY;
  const edge = (dark: number) => seenIn(DIMMEST, (2 * dark + background) / 3) - seenIn(DIMMEST, dark);
  let [least, most] = [-STRAY, half];
  if (edge(most) >= EDGE) return most;
  while (most - least > 1e-6) {
    const dark = (least + most) / 2;
    if (edge(dark) >= EDGE) least = dark;
    else most = dark;
  }
  return least;
}

/** The contrast of a code's two colors. */
interface Contrast {
  /** From 1 (equal colors) to 21 (black on white), as in WCAG; below 1 for a light code on a dark background. */
  ratio: number;
  /** The minimum ratio on this background. */
  least: number;
  /** By how much the background is brighter, from -1 to 1 (black on white). */
  difference: number;
  /** Why a camera may fail to read the code, for people; empty if it can. */
  problems: FieldProblem[];
}

/** The `background` of a transparent code, which shows the `surface` it is printed on or placed on. */
export const TRANSPARENT = "none";

/** The formats of a background. */
export const BACKGROUND_FORMAT = new RegExp(`${COLOR_FORMAT.source}|^${TRANSPARENT}$`);

/** The color that is seen around the modules. */
export const seenBehind = ({ background, surface }: Omit<CodeColors, "color">): Color =>
  background === TRANSPARENT ? surface : background;

/**
 * Checks the colors of a code. Codes must be dark on light, because not every camera tries the inverse. Inks count as
 * `channelsOf` converts them.
 */
export function contrastOf(colors: CodeColors): Contrast {
  const [dark, light] = [luminanceOf(colors.color), luminanceOf(seenBehind(colors))];
  const lightest = lightestDark(light);
  const contrast = {
    ratio: contrastRatio(dark, light),
    least: contrastRatio(Math.max(0, lightest), light),
    difference: light - dark,
  };
  const behind = colors.background === TRANSPARENT ? "surface" : "background";
  return { ...contrast, problems: problemsOf(dark, lightest, { ...contrast, behind }) };
}

function problemsOf(
  dark: number,
  lightest: number,
  { ratio, least, behind }: Pick<Contrast, "ratio" | "least"> & { behind: "background" | "surface" },
): FieldProblem[] {
  if (dark <= lightest) return [];
  const problems: FieldProblem[] = [];
  if (dark > lightestDark(1)) {
    problems.push({ field: "color", message: "is too light to scan. Choose a darker color" });
  }
  if (lightest < 0) {
    const message = `is too dark. Codes must be dark on light: choose a lighter ${behind}`;
    problems.push({ field: behind, message });
  }
  if (problems.length > 0) return problems;
  return [
    {
      field: "color",
      message:
        `is too close to the ${behind}: the contrast is ${floor(ratio)} to 1 but must be at least ${ceil(least)} to 1.` +
        ` Choose a darker color or a lighter ${behind}`,
    },
  ];
}

/** Rounded down to a tenth, so that no value below a limit is shown as the limit. */
const floor = (value: number): string => (Math.floor(value * 10) / 10).toFixed(1);

/** Rounded up to a tenth, so that no value below a limit is shown as the limit. */
const ceil = (value: number): string => (Math.ceil(value * 10) / 10).toFixed(1);
