import { DEFAULT_LOCALE, type Locale, tagOf } from "../layout/locale.tsx";

type Language = Pick<Locale, "language">;

const formatter = (options: Intl.NumberFormatOptions) => {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value: number, { language }: Language = DEFAULT_LOCALE): string => {
    const known = formats.get(language) ?? new Intl.NumberFormat(tagOf(language), options);
    formats.set(language, known);
    return known.format(value);
  };
};

/** A count with separators: 12,345. */
export const count = formatter({});

const short = formatter({ notation: "compact", maximumFractionDigits: 1 });

/** A short count for an axis: 12.3K. */
export const shortCount = (value: number, locale?: Language): string =>
  value < 10_000 ? count(value, locale) : short(value, locale);

/** A change in percent: +12 %. Null if the earlier count is 0. */
export function changeOf(now: number, before: number, locale?: Language): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return `${sign}${count(Math.abs(percent), locale)} %`;
}

/** An axis that starts at zero. */
interface Scale {
  /** The value at its end, above zero even if all values are zero. */
  top: number;
  /** From zero to `top`, evenly spaced whole numbers. */
  ticks: number[];
}

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
