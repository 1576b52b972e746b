import type { Child } from "hono/jsx";
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
  const { series, before, breakdowns, week, interval } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  return (
    <>
      <Figures figures={totalFigures(series.totals, answerOf(before)?.totals ?? null)} />
      <section class="panel">
        <CardHead title="Over time" csv={csv?.("series") ?? null} />
        <TimeSeries
          title={`Visits by ${interval}`}
          buckets={series.buckets}
          before={answerOf(before)?.buckets ?? null}
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
                {rangeName(week)}
                {week.from > report.from && ": hours are kept for 90 days"}. Hours are in UTC.
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

/** What the numbers are made of: the days, what they are compared with, the time zone and the last update. */
export const Basis = ({
  report: { from, to, before, updatedAt, filter, interval, series },
}: {
  report: VisitReport;
}) => {
  const facts: Child[] = [`${rangeName({ from, to })}, in UTC.`];
  const compared = answerOf(before);
  if (compared) facts.push(` The period before: ${rangeName(compared)}.`);
  else if (before && isUnanswered(before) && before.unanswered === "too_old")
    facts.push(" The period before is no longer kept like this.");
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
