import { dayText } from "./dates.ts";

/** The height of the drawing and the width of a day, in its own units. The stylesheet has the width of a bar. */
const HEIGHT = 24;
const STEP = 4;

/** Daily numbers as small bars, and as a sentence for screen readers; nothing without visits. `wide` fills the available width. */
export const Sparkline = ({
  days,
  values,
  wide = false,
}: {
  /** As in `2026-11-21`, one for each value. */
  days: readonly string[];
  values: readonly number[];
  wide?: boolean;
}) =>
  values.every((value) => value === 0) ? null : (
    <svg
      class={wide ? "sparkline wide" : "sparkline"}
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={sentenceOf(days, values)}
    >
      <path d={barsOf(values)} />
    </svg>
  );

/** The bars as one path with relative moves, which is shorter: a list has many of these. */
function barsOf(values: readonly number[]): string {
  const max = Math.max(...values, 1);
  let path = `M${STEP / 2} ${HEIGHT}`;
  let days = 0;
  let last = 0;
  for (const value of values) {
    if (value > 0) {
      // A day with any visit is visible. Days without visits only have the line below the bars.
      const height = Math.max(2, Math.round((value / max) * HEIGHT));
      path += `m${days * STEP} ${last}v-${height}`;
      days = 0;
      last = height;
    }
    days++;
  }
  return path;
}

function sentenceOf(days: readonly string[], values: readonly number[]): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  const max = Math.max(...values);
  const day = dayText(new Date(`${days[values.indexOf(max)]}T00:00:00Z`));
  return `${visitsOf(total)} in the last ${values.length} days, most on ${day}: ${max}`;
}

const NUMBER = new Intl.NumberFormat("en-GB");

const visitsOf = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? "visit" : "visits"}`;
