import type { Interval, VisitBucket } from "../../../features/visits/visit-range.ts";
import { Table } from "../components/table.tsx";
import { stylesheet } from "../layout/assets.ts";
import { useLocale } from "../layout/locale.tsx";
import { areAllNamed, bucketName, dayNameLines, namedBuckets, shortBucketName } from "./bucket-names.ts";
import { HourHeat } from "./heat-map.tsx";
import numbers from "./numbers.css";
import { count, rounded, scaleFor, shortCount } from "./numbers.ts";
import plot from "./plot.css";
import { HEIGHT, Plot } from "./plot.tsx";

/** What charts and tables of numbers add to the style of every screen. Many days by hour need `HEAT_MAP_STYLE` too. */
export const CHARTS_STYLE = stylesheet(numbers, plot);

/** An earlier period to compare with. */
export interface Earlier {
  name: string;
  buckets: readonly VisitBucket[];
}

interface SeriesProps {
  title: string;
  buckets: readonly VisitBucket[];
  /** Null without a comparison. */
  before: Earlier | null;
  interval: Interval;
  /** The current, incomplete bucket. */
  open?: number | null;
  /** The number that is drawn; the table has all of them. */
  show?: "visits" | "scans" | "clicks";
  /** The buckets with notes. */
  marks?: readonly number[];
}

/** With more buckets, bars are too narrow: hours become a row for each day. */
const MAX_HOURS = 96;

const people = ({ scans, clicks }: VisitBucket): number => scans + clicks;

/** A bucket with one of its numbers. */
const only = (show: SeriesProps["show"], bucket: VisitBucket): VisitBucket => ({
  ...bucket,
  ...(show === "clicks" && { scans: 0 }),
  ...(show === "scans" && { clicks: 0 }),
});

/**
 * Visits over time: scans and clicks as stacked bars, and an earlier period as a line. The current, incomplete bar is hatched.
 * A table has the same numbers with robots and previews, which the script `chart` shows beside the pointer.
 */
export const TimeSeries = (props: SeriesProps) => {
  const { title, buckets, before, interval, open = null, show = "visits", marks = [] } = props;
  const locale = useLocale();
  const { words } = locale;
  const earlier = before?.buckets.slice(0, buckets.length) ?? [];
  const table = <SeriesTable {...{ title, buckets, earlier, before, interval }} />;
  const drawn = buckets.map((bucket) => only(show, bucket));
  // The earlier period ends at the same time of day. A line to its last, incomplete bucket would look like a collapse.
  const compared = earlier.slice(0, open || undefined).map((bucket) => people(only(show, bucket)));
  if (interval === "hour" && buckets.length > MAX_HOURS)
    return (
      <>
        <HourHeat title={title} buckets={drawn} />
        <div class="chart">{table}</div>
      </>
    );
  const { top, ticks } = scaleFor(Math.max(0, ...drawn.map(people), ...compared));
  const y = (value: number): number => rounded(HEIGHT - (value / top) * HEIGHT);
  return (
    <figure class="chart">
      <figcaption>
        {show !== "clicks" && <span class="key scans">{words.scans}</span>}
        {show !== "scans" && <span class="key clicks">{words.clicks}</span>}
        {open !== null && <span class="key open">{words.soFar}</span>}
        {before && earlier.length > 0 && <span class="key before">{before.name}</span>}
      </figcaption>
      <div class="plot">
        <ul class="ticks" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li>{shortCount(tick, locale)}</li>
          ))}
        </ul>
        <Plot {...{ buckets: drawn, earlier: compared, ticks, y, open }} />
        {marks.length > 0 && <Marks marks={marks} length={buckets.length} />}
        <Names buckets={buckets} interval={interval} />
      </div>
      {table}
    </figure>
  );
};

/** The marks of notes. Unlike the plot, this drawing is not stretched. */
const Marks = ({ marks, length }: { marks: readonly number[]; length: number }) => (
  <svg class="marks" aria-hidden="true" focusable="false">
    {marks.map((index) => {
      const x = `${rounded(((index + 0.5) / length) * 100)}%`;
      return (
        <>
          <line x1={x} x2={x} y1="0" y2="100%" />
          <circle cx={x} cy="4" r="4" />
        </>
      );
    })}
  </svg>
);

/** Names of buckets, each centered below its bar. Unlike the plot, this drawing is not stretched. */
const Names = ({ buckets, interval }: Pick<SeriesProps, "buckets" | "interval">) => {
  const locale = useLocale();
  const starts = buckets.map(({ start }) => start);
  const inTwoLines = areAllNamed(buckets.length, interval);
  return (
    <svg class={inTwoLines ? "names two-lines" : "names"} aria-hidden="true" focusable="false">
      {namedBuckets(starts, interval).map((index) => {
        const start = starts[index] ?? "";
        const x = `${rounded(((index + 0.5) / buckets.length) * 100)}%`;
        if (!inTwoLines) return <text {...{ x, y: "1em" }}>{shortBucketName(start, interval, locale)}</text>;
        const isFirst = start.slice(0, 7) !== starts[index - 1]?.slice(0, 7);
        const [weekday, date] = dayNameLines(start, isFirst, locale);
        return (
          <>
            <text {...{ x, y: "1em" }}>{weekday}</text>
            <text {...{ x, y: "2.25em" }}>{date}</text>
          </>
        );
      })}
    </svg>
  );
};

const SeriesTable = ({
  title,
  buckets,
  before,
  earlier,
  interval,
}: SeriesProps & { earlier: readonly VisitBucket[] }) => {
  const locale = useLocale();
  const { words } = locale;
  const { visits, scans, clicks, robots, previews } = words;
  return (
    <details>
      <summary>{words.asTable}</summary>
      <Table
        caption={title}
        columns={[
          { label: words.period },
          ...[visits, scans, clicks, robots, previews, ...(before ? [words.before] : [])].map((label) => ({
            label,
            numeric: true,
          })),
        ]}
        rows={buckets.map((bucket, index) => [
          bucketName(bucket.start, interval, locale),
          ...[people(bucket), bucket.scans, bucket.clicks, bucket.robots, bucket.previews].map((value) =>
            count(value, locale),
          ),
          ...(before ? [earlier[index] ? count(people(earlier[index]), locale) : "–"] : []),
        ])}
      />
    </details>
  );
};
