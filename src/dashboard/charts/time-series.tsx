import type { Interval } from "../../visits/range.ts";
import type { VisitBucket } from "../../visits/series.ts";
import { Table } from "../components/table.tsx";
import { bucketName, shortBucketName } from "./bucket-names.ts";
import { count, shortCount } from "./numbers.ts";
import { rounded, scaleFor } from "./scale.ts";

/** The units of the drawing. It is stretched to its place, so no text stands in it. */
const WIDTH = 1000;
const HEIGHT = 240;
/** The share of a bucket's width that its bar takes. */
const BAR = 0.72;
/** Above this number of buckets, bars have no text of their own: each would be too narrow to point at. */
const MOST_TITLES = 62;

/** How many names of buckets stand below the plot. */
const MOST_NAMES = 5;

/**
 * Visits over time: scans and clicks as stacked bars, and those of the period before as a thin line, bucket by bucket.
 * The same numbers, with robots and previews, are in a table below.
 */
export const TimeSeries = ({
  title,
  buckets,
  before,
  interval,
}: {
  title: string;
  buckets: readonly VisitBucket[];
  /** Null where the period before is not known. */
  before: readonly VisitBucket[] | null;
  interval: Interval;
}) => {
  const earlier = before?.slice(0, buckets.length) ?? [];
  const { top, ticks } = scaleFor(Math.max(0, ...buckets.map(people), ...earlier.map(people)));
  return (
    <figure class="chart">
      <figcaption>
        <span class="key scans">Scans</span>
        <span class="key clicks">Clicks</span>
        {earlier.length > 0 && <span class="key before">People in the period before</span>}
      </figcaption>
      <div class="plot" aria-hidden="true">
        <ul class="ticks">
          {ticks.toReversed().map((tick) => (
            <li>{shortCount(tick)}</li>
          ))}
        </ul>
        <Drawing {...{ buckets, earlier, interval, top, ticks }} />
        <ul class="names">
          {namedBuckets(buckets.length).map((index) => (
            <li>{shortBucketName(buckets[index]?.start ?? "", interval)}</li>
          ))}
        </ul>
      </div>
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={title}
          columns={[
            { label: interval === "hour" ? "Hour" : `${interval[0]?.toUpperCase()}${interval.slice(1)}` },
            { label: "Scans", numeric: true },
            { label: "Clicks", numeric: true },
            { label: "Robots", numeric: true },
            { label: "Previews", numeric: true },
            ...(before ? [{ label: "People before", numeric: true }] : []),
          ]}
          rows={buckets.map((bucket, index) => [
            bucketName(bucket.start, interval),
            ...[bucket.scans, bucket.clicks, bucket.robots, bucket.previews].map(count),
            ...(before ? [earlier[index] ? count(people(earlier[index])) : "–"] : []),
          ])}
        />
      </details>
    </figure>
  );
};

const people = ({ scans, clicks }: VisitBucket): number => scans + clicks;

const Drawing = ({
  buckets,
  earlier,
  interval,
  top,
  ticks,
}: {
  buckets: readonly VisitBucket[];
  earlier: readonly VisitBucket[];
  interval: Interval;
  top: number;
  ticks: readonly number[];
}) => {
  const width = WIDTH / Math.max(1, buckets.length);
  const y = (value: number): number => rounded(HEIGHT - (value / top) * HEIGHT);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <line class="grid" x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} />
      ))}
      <path
        class="bar-scans"
        d={bars(
          buckets,
          width,
          () => 0,
          ({ scans }) => scans,
          y,
        )}
      />
      <path
        class="bar-clicks"
        d={bars(
          buckets,
          width,
          ({ scans }) => scans,
          ({ clicks }) => clicks,
          y,
        )}
      />
      {earlier.length > 0 && <path class="line-before" d={line(earlier, width, y)} />}
      {buckets.length <= MOST_TITLES &&
        buckets.map((bucket, index) => (
          <rect class="point" x={rounded(index * width)} y="0" width={rounded(width)} height={HEIGHT}>
            <title>
              {bucketName(bucket.start, interval)}: {count(bucket.scans)} scans, {count(bucket.clicks)} clicks
            </title>
          </rect>
        ))}
    </svg>
  );
};

/** One path with a bar for each bucket that has a value. `from` is where the bar begins on the axis. */
function bars(
  buckets: readonly VisitBucket[],
  width: number,
  from: (bucket: VisitBucket) => number,
  value: (bucket: VisitBucket) => number,
  y: (value: number) => number,
): string {
  const bar = rounded(width * BAR);
  return buckets
    .map((bucket, index) => {
      if (value(bucket) === 0) return "";
      const low = y(from(bucket));
      const high = y(from(bucket) + value(bucket));
      const x = rounded(index * width + (width - bar) / 2);
      return `M${x} ${low}V${high}h${bar}V${low}z`;
    })
    .join("");
}

/** A line through the middle of each bucket; of a single bucket, across it. */
function line(buckets: readonly VisitBucket[], width: number, y: (value: number) => number): string {
  const [only] = buckets;
  if (only && buckets.length === 1) return `M0 ${y(people(only))}h${rounded(width)}`;
  return buckets
    .map(
      (bucket, index) => `${index === 0 ? "M" : "L"}${rounded((index + 0.5) * width)} ${y(people(bucket))}`,
    )
    .join("");
}

/** The first, the last, and some evenly between them. */
function namedBuckets(length: number): number[] {
  const names = Math.min(MOST_NAMES, length);
  if (names < 2) return names === 1 ? [0] : [];
  return Array.from({ length: names }, (_, index) => Math.round((index * (length - 1)) / (names - 1)));
}
