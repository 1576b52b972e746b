import type { Child } from "hono/jsx";
import type { Comparison } from "../../../features/visits/comparison.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { Series } from "../../../features/visits/report-parts.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { daysOf, type VisitBucket, weekdayOf } from "../../../features/visits/visit-range.ts";
import { rangeName, zoneWords } from "../charts/bucket-names.ts";
import { TimeSeries } from "../charts/time-series.tsx";
import { momentText } from "../components/dates.ts";
import { filled, type Locale, useLocale } from "../layout/locale.tsx";
import { type ChartNotes, DayNotes, placedNotes } from "./chart-notes.tsx";
import { comparisonName } from "./periods.ts";
import { leftOut } from "./totals.tsx";
import type { Shown } from "./visit-query.ts";

/** The current, incomplete bucket of a series; null if all are complete. */
function openBucket(
  { at, to }: Pick<VisitReport, "at" | "to">,
  { buckets }: Pick<Series, "buckets">,
): number | null {
  if (at >= to) return null;
  const open = buckets.findLastIndex(({ start }) => new Date(start) <= at);
  return open < 0 ? null : open;
}

/** Whether a day or hour passes the filter: others would be zeros that nobody counted. */
function isCounted(
  { start }: VisitBucket,
  { interval, filter: { daysOfWeek, hours } }: VisitReport,
): boolean {
  const [day, hour] = [start.slice(0, 10), Number(start.slice(11, 13))];
  if (interval === "hour" && hours !== null && !hours.includes(hour)) return false;
  const isByDay = interval === "hour" || interval === "day";
  return !isByDay || daysOfWeek === null || daysOfWeek.includes(weekdayOf(day));
}

/** Visits over time and notes on the numbers, below `head`. */
export const SeriesPanel = ({
  report,
  series,
  compare,
  head,
  notes = null,
  show = "visits",
}: {
  report: VisitReport;
  series: Series;
  compare: Comparison | null;
  head: Child;
  /** Null where notes are not shown. */
  notes?: ChartNotes | null;
  /** The number that the chart shows. */
  show?: Shown;
}) => {
  const { comparison, interval } = report;
  const locale = useLocale();
  const earlier = answerOf(comparison);
  const open = series.buckets[openBucket(report, series) ?? -1];
  const buckets = series.buckets.filter((bucket) => isCounted(bucket, report));
  return (
    <section class="panel">
      {head}
      <TimeSeries
        title={locale.words.overTime}
        buckets={buckets}
        before={
          earlier && compare
            ? {
                name: comparisonName(compare, daysOf(report).length, locale),
                buckets: earlier.buckets.filter((bucket) => isCounted(bucket, report)),
              }
            : null
        }
        interval={interval}
        show={show}
        open={open && buckets.includes(open) ? buckets.indexOf(open) : null}
        marks={placedNotes(notes?.notes ?? [], buckets).map(({ index }) => index)}
      />
      {notes && <DayNotes chart={notes} buckets={buckets} />}
      <Basis report={report} series={series} />
    </section>
  );
};

/** Notes on the numbers: days, time zone, comparison, excluded visits, last update. */
const Basis = ({ report, series }: { report: VisitReport; series: Series }) => {
  const { from, to, comparison, updatedAt, filter, zone } = report;
  const locale = { ...useLocale(), zone };
  const { words } = locale;
  const facts = [`${rangeName({ from, to }, zone, locale)}, ${zoneWords(zone, locale)}.`];
  const compared = answerOf(comparison);
  if (compared) {
    const period = rangeName(compared, zone, locale) + upTo(compared.to, locale);
    facts.push(filled(words.compared, { period }));
  } else if (comparison && isUnanswered(comparison) && comparison.unanswered === "too_old")
    facts.push(words.tooOld);
  const [first] = series.buckets;
  if (first && new Date(first.start) < from) facts.push(words.firstPart);
  if (filter.device !== null) facts.push(words.noDevices);
  const others = leftOut(series.totals, locale);
  if (others !== null) facts.push(others);
  facts.push(updatedAt ? filled(words.lastVisit, { time: momentText(updatedAt, locale) }) : words.noRecent);
  return <p class="hint">{facts.join(" ")}</p>;
};

/** ", up to 14:00" if a time is not the end of a day. */
function upTo(time: Date, { zone, words }: Locale): string {
  const clock = zone.textOf(time).slice("2026-11-21T".length, "2026-11-21T14:00".length);
  return clock === "00:00" ? "" : filled(words.upTo, { time: clock });
}
