const WHOLE = new Intl.NumberFormat("en-GB");
const SHORT = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });

/** A count with separators: 12,345. */
export const count = (value: number): string => WHOLE.format(value);

/** A short count for an axis: 12.3K. */
export const shortCount = (value: number): string =>
  value < 10_000 ? WHOLE.format(value) : SHORT.format(value);

/** A change in percent: +12 %. Null if the earlier count is 0. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return `${sign}${WHOLE.format(Math.abs(percent))} %`;
}
