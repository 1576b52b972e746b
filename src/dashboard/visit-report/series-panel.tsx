import type { Child } from "hono/jsx";
import type { Comparison } from "../../visits/comparison.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import type { Series } from "../../visits/report-parts.ts";
import { answerOf, isUnanswered } from "../../visits/report-plan.ts";
import { rangeName, zoneWords } from "../charts/bucket-names.ts";
import { TimeSeries } from "../charts/time-series.tsx";
import { Time } from "../components/facts.tsx";
import { leftOut } from "./totals.tsx";

/** What a period is compared with, as the menu and the plot say it. */
export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  previous: "Previous period",
  month: "Same days last month",
  year: "Same days last year",
};

/** The bucket of a series that goes on now; null where none does. */
export function openBucket({ at, to }: Pick<VisitReport, "at" | "to">, { buckets }: Series): number | null {
  if (at >= to) return null;
  const open = buckets.findLastIndex(({ start }) => new Date(start) <= at);
  return open < 0 ? null : open;
}

/** Visits over time, and what the numbers are made of. `head` stands above them. */
export const SeriesPanel = ({
  report,
  series,
  compare,
  head,
}: {
  report: VisitReport;
  series: Series;
  compare: Comparison | null;
  head: Child;
}) => {
  const { comparison, interval } = report;
  const earlier = answerOf(comparison);
  return (
    <section class="panel">
      {head}
      <TimeSeries
        title={`Visits by ${interval}`}
        buckets={series.buckets}
        before={earlier && compare ? { name: COMPARISON_NAMES[compare], buckets: earlier.buckets } : null}
        interval={interval}
        open={openBucket(report, series)}
      />
      <Basis report={report} series={series} />
    </section>
  );
};

/** What the numbers are made of: the days, the time zone, what they are compared with, what is left out, the last update. */
const Basis = ({ report, series }: { report: VisitReport; series: Series }) => {
  const { from, to, comparison, updatedAt, filter, interval, zone } = report;
  const facts = [`${rangeName({ from, to }, zone)}, ${zoneWords(zone)}.`];
  const compared = answerOf(comparison);
  if (compared) facts.push(`Compared with ${rangeName(compared, zone)}${upTo(compared.to, report)}.`);
  else if (comparison && isUnanswered(comparison) && comparison.unanswered === "too_old")
    facts.push("The period to compare with is no longer kept like this.");
  const [first] = series.buckets;
  if (first && new Date(first.start) < from) {
    facts.push(`The first ${interval} is counted from the first day on.`);
  }
  if (filter.device !== null) facts.push("Robots and link previews have no device and are left out.");
  const others = leftOut(series.totals);
  if (others !== null) facts.push(others);
  return (
    <p class="hint">
      {facts.join(" ")}{" "}
      {updatedAt ? (
        <>
          Last visit counted: <Time at={updatedAt.toISOString()} />.
        </>
      ) : (
        "No visit was counted in the last two days."
      )}
    </p>
  );
};

/** ", up to 14:00" where a time is not the end of a day. */
function upTo(time: Date, { zone }: VisitReport): string {
  const clock = zone.textOf(time).slice("2026-11-21T".length, "2026-11-21T14:00".length);
  return clock === "00:00" ? "" : `, up to ${clock}`;
}
