import type { VisitBucket } from "../../../features/visits/visit-range.ts";
import { rounded } from "./numbers.ts";

/** The size of the drawing. It is stretched to its container, so it contains no text. */
const WIDTH = 1000;
export const HEIGHT = 240;
/** The width of a bar as a share of its bucket. */
const BAR = 0.72;

/** The bars of a series, the line of an earlier one, and the lines of the axis. */
export const Plot = ({
  buckets,
  earlier,
  ticks,
  y,
  open,
}: {
  buckets: readonly VisitBucket[];
  /** The visits of an earlier period by bucket; empty without a comparison. */
  earlier: readonly number[];
  ticks: readonly number[];
  y: (value: number) => number;
  /** The current, incomplete bucket. */
  open: number | null;
}) => {
  const width = WIDTH / Math.max(1, buckets.length);
  const bar = rounded(width * BAR);
  /** A path with a bar from `ends[0]` to `ends[1]` for each bucket. */
  const bars = (ends: (bucket: VisitBucket, index: number) => readonly [number, number]): string =>
    buckets
      .map((bucket, index) => {
        const [from, to] = ends(bucket, index);
        const x = rounded(index * width + (width - bar) / 2);
        return from === to ? "" : `M${x} ${y(from)}V${y(to)}h${bar}V${y(from)}z`;
      })
      .join("");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <line class="grid" x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} />
      ))}
      <path class="bar-scans" d={bars(({ scans }) => [0, scans])} />
      <path class="bar-clicks" d={bars(({ scans, clicks }) => [scans, scans + clicks])} />
      {open !== null && (
        <>
          <pattern
            id="so-far"
            width="10"
            height="10"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="gap" width="5" height="10" />
          </pattern>
          <path
            fill="url(#so-far)"
            d={bars(({ scans, clicks }, index) => [0, index === open ? scans + clicks : 0])}
          />
        </>
      )}
      {/* The first path is wider and pale, so that the dashes of the second are visible on bars. */}
      {earlier.length > 0 &&
        ["line-edge", "line-before"].map((name) => <path class={name} d={line(earlier, width, y)} />)}
    </svg>
  );
};

/** A line through the middle of each bucket, or across a single one. */
function line(values: readonly number[], width: number, y: (value: number) => number): string {
  const [only] = values;
  if (only !== undefined && values.length === 1) return `M0 ${y(only)}h${rounded(width)}`;
  const x = (index: number): number => rounded((index + 0.5) * width);
  return values
    .map((value, index) => {
      if (index === 0) return `M${x(index)} ${y(value)}`;
      if (value !== values[index - 1]) return `L${x(index)} ${y(value)}`;
      // Along equal values, only the last point is needed.
      return value === values[index + 1] ? "" : `H${x(index)}`;
    })
    .join("");
}
