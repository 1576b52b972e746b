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
