const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** The height of the drawing, and the width of a day and of its bar, in units of its own. */
const HEIGHT = 24;
const STEP = 4;
const BAR = 3;

/**
 * The numbers of days as small bars. Screen readers hear them as a sentence. `wide` fills the width that there is.
 */
export const Sparkline = ({
  days,
  values,
  wide = false,
}: {
  /** As in `2026-11-21`, one for each value. */
  days: readonly string[];
  values: readonly number[];
  wide?: boolean;
}) => {
  const most = Math.max(...values, 1);
  const width = values.length * STEP - (STEP - BAR);
  const bars = values.map((value, index) => {
    // A day on which anybody came can be seen; one without anybody is a thin line.
    const height = value === 0 ? 0.5 : Math.max(2, Math.round((value / most) * HEIGHT * 10) / 10);
    return `M${index * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`;
  });
  return (
    <svg
      class={wide ? "sparkline wide" : "sparkline"}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={sentenceOf(days, values)}
    >
      <path d={bars.join("")} fill="currentColor" />
    </svg>
  );
};

function sentenceOf(days: readonly string[], values: readonly number[]): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total === 0) return `Nobody in the last ${values.length} days`;
  const most = Math.max(...values);
  const day = DAY.format(new Date(`${days[values.indexOf(most)]}T00:00:00Z`));
  return `${peopleOf(total)} in the last ${values.length} days, most on ${day}: ${most}`;
}

const NUMBER = new Intl.NumberFormat("en-GB");

const peopleOf = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? "person" : "people"}`;
