/** An axis from zero. */
export interface Scale {
  /** The value at its end; above zero, so that a plot of zeros has an axis too. */
  top: number;
  /** From zero to `top`, evenly spaced whole numbers. */
  ticks: number[];
}

/** The most steps of an axis. */
const STEPS = 4;

/**
 * The axis for counts up to `most`: its steps are 1, 2 or 5 times a power of ten, so that people can read them, and it
 * ends at or above the highest value.
 */
export function scaleFor(most: number): Scale {
  const rough = Math.max(most, 1) / STEPS;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const steps = Math.max(1, Math.ceil(most / step));
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}

/** A number of an SVG, with no more digits than can be seen. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * The level, from 0 to `levels`, of a count of which `most` is the highest. Zero alone is at level 0, so that one visit
 * looks different from none.
 */
export const levelOf = (count: number, most: number, levels: number): number =>
  count <= 0 || most <= 0 ? 0 : Math.min(levels, Math.max(1, Math.ceil((count / most) * levels)));
