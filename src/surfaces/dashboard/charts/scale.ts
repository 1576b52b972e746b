/** An axis that starts at zero. */
export interface Scale {
  /** The value at its end, above zero even if all values are zero. */
  top: number;
  /** From zero to `top`, evenly spaced whole numbers. */
  ticks: number[];
}

/** The maximum number of steps. */
const MAX_STEPS = 4;

/**
 * The axis for counts up to `most`. Its steps are 1, 2 or 5 times a power of ten.
 */
export function scaleFor(most: number): Scale {
  const rough = Math.max(most, 1) / MAX_STEPS;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const steps = Math.max(1, Math.ceil(most / step));
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}

/** A number for an SVG, rounded to visible precision. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * The shade, from 0 to `levels`, of a count up to `most`. Only zero has level 0, so that one visit is visible.
 */
export const levelOf = (count: number, most: number, levels: number): number =>
  count <= 0 || most <= 0 ? 0 : Math.min(levels, Math.max(1, Math.ceil((count / most) * levels)));
