import type { Child } from "hono/jsx";
import type { Zone } from "../../core/zone.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf, isUnanswered } from "../../visits/source.ts";
import { bucketName, rangeName } from "../charts/bucket-names.ts";
import { TimeSeries } from "../charts/time-series.tsx";
import { WeekHeat } from "../charts/week-heat.tsx";
import { Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { BreakdownCard, FIRST_ROWS, REASONS, type TableLinks } from "./breakdown-card.tsx";
import { Figures, totalFigures } from "./totals.tsx";

/** The numbers, plots and tables of a report. `csv` leads to the series and the week as CSV. */
export const ReportBody = ({
  report,
  links,
  csv = null,
  all = null,
  isPublic = false,
}: {
  report: VisitReport;
  links: TableLinks;
  csv?: ((table: "series" | "week") => string) | null;
  /** The table of which all rows are shown. */
  all?: string | null;
  isPublic?: boolean;
}) => {
  const { series, comparison, breakdowns, week, interval, zone } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  return (
    <>
      <Figures figures={totalFigures(series.totals, answerOf(comparison)?.totals ?? null)} />
      <section class="panel">
        <CardHead title="Over time" csv={csv?.("series") ?? null} />
        <TimeSeries
          title={`Visits by ${interval}`}
          buckets={series.buckets}
          before={answerOf(comparison)?.buckets ?? null}
          interval={interval}
        />
        <Basis report={report} />
      </section>
      <div class="panels">
        {breakdowns.map((breakdown) => (
          <BreakdownCard
            breakdown={breakdown}
            links={links}
            rows={all === breakdown.by ? 101 : FIRST_ROWS}
            isPublic={isPublic}
          />
        ))}
      </div>
      {week && (
        <section class="panel">
          <CardHead
            title="People by hour of the week"
            csv={isUnanswered(week) ? null : (csv?.("week") ?? null)}
          />
          {isUnanswered(week) ? (
            <p class="quiet">{REASONS[week.unanswered]}</p>
          ) : (
            <>
              <WeekHeat title="People by hour of the week" hours={week.hours} />
              <p class="hint">
                {rangeName(week, zone)}
                {week.from > report.from && ": hours are kept for 90 days"}. Hours are in {zone.name}.
              </p>
            </>
          )}
        </section>
      )}
    </>
  );
};

const CardHead = ({ title, csv }: { title: string; csv: string | null }) => (
  <div class="panel-head">
    <h2>{title}</h2>
    {csv && (
      <a href={csv} aria-label={`${title} as CSV`} download>
        CSV
      </a>
    )}
  </div>
);

/** ", up to 14:00" where a time is not the end of a day. */
function upTo(time: Date, zone: Zone): string {
  const clock = zone.textOf(time).slice("2026-11-21T".length, "2026-11-21T14:00".length);
  return clock === "00:00" ? "" : `, up to ${clock}`;
}

/** What the numbers are made of: the days, what they are compared with, the time zone and the last update. */
export const Basis = ({
  report: { from, to, comparison, updatedAt, filter, interval, series, zone },
}: {
  report: VisitReport;
}) => {
  const facts: Child[] = [`${rangeName({ from, to }, zone)}, in ${zone.name}.`];
  const compared = answerOf(comparison);
  if (compared) facts.push(` Compared with ${rangeName(compared, zone)}${upTo(compared.to, zone)}.`);
  else if (comparison && isUnanswered(comparison) && comparison.unanswered === "too_old")
    facts.push(" The period to compare with is no longer kept like this.");
  const [first] = isUnanswered(series) ? [] : series.buckets;
  if (first && new Date(first.start) < from) {
    facts.push(
      ` The first ${interval}, ${bucketName(first.start, interval)}, is counted from the first day on.`,
    );
  }
  if (filter.device !== null) facts.push(" Robots and previews have no device and are left out.");
  facts.push(" Scans and clicks are people; a scan came by a QR code.");
  return (
    <p class="hint">
      {facts}{" "}
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
