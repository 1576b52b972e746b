import type { Comparison } from "../../visits/comparison.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import type { Breakdown, Rows } from "../../visits/report-parts.ts";
import { answerOf, isUnanswered, type Reason } from "../../visits/report-plan.ts";
import type { Dimension } from "../../visits/statistics.ts";
import { rangeName, zoneWords } from "../charts/bucket-names.ts";
import { WeekHeat, type WeekLinks } from "../charts/week-heat.tsx";
import { Notice } from "../components/notice.tsx";
import { BreakdownCard, FIRST_ROWS, type TableLinks } from "./breakdown-card.tsx";
import { choiceNote } from "./choice-note.ts";
import { REASONS, unansweredWords } from "./reasons.ts";
import { TABLE_NAMES } from "./row-names.ts";
import { SeriesPanel } from "./series-panel.tsx";
import { namedRows } from "./table-rows.ts";
import { Totals, totalsBefore } from "./totals.tsx";

/** What a report shows besides its numbers. */
interface ReportBodyProps {
  report: VisitReport;
  compare: Comparison | null;
  links: TableLinks;
  /** Leads to the series and the week as CSV. */
  csv?: ((table: "series" | "week") => string) | null;
  /** Where the hours of the week lead. */
  week?: WeekLinks | null;
  /** The table of which all rows are shown. */
  all?: string | null;
  /** For readers who may not change what is asked: what has no answer is left out without a word. */
  isPublic?: boolean;
}

/** The numbers, plots and tables of a report. What has no answer is not drawn; one line says why. */
export const ReportBody = (props: ReportBodyProps) => {
  const { report, compare, links, csv = null, all = null, isPublic = false } = props;
  const { series } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const naming = { isPublic, isOfLink: report.link !== null };
  const tables = report.breakdowns.flatMap(({ by, answer }) => {
    const { rows, exact } = answerOf(answer) ?? { rows: [], exact: true };
    return namedRows(by, rows, naming).length === 0 ? [] : [{ by, rows, exact }];
  });
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(report)} />
      <SeriesPanel
        {...{ report, series, compare }}
        head={<PanelHead title="Over time" csv={csv?.("series") ?? null} />}
      />
      {!isPublic && <NotDrawn report={report} />}
      <div class="panels">
        {tables.map(({ by, rows, exact }: { by: Dimension } & Rows) => (
          <BreakdownCard
            {...{ by, rows, exact, links, naming }}
            most={all === by ? 101 : FIRST_ROWS}
            note={by === "choice" ? choiceNote(report, rows) : undefined}
          />
        ))}
      </div>
      <WeekPanel {...props} />
    </>
  );
};

const WeekPanel = ({ report, csv, week: links = null }: ReportBodyProps) => {
  const week = answerOf(report.week);
  if (!week || week.hours.flat().every((visits) => visits === 0)) return null;
  return (
    <section class="panel">
      <PanelHead title="Hours of the week" csv={csv?.("week") ?? null} />
      <WeekHeat title="Visits by hour of the week" hours={week.hours} links={links} />
      <p class="hint">
        {rangeName(week, report.zone)}
        {week.from > report.from && ": hours are kept for 90 days"}, {zoneWords(report.zone)}.
        {links && " An hour or a day leads to its visits."}
      </p>
    </section>
  );
};

/** Which panels have no answer to what is asked, and why. */
const NotDrawn = ({ report: { breakdowns, week } }: { report: VisitReport }) => {
  const missing = new Map<Reason, string[]>();
  const note = (name: string, answer: Breakdown["answer"] | VisitReport["week"]) => {
    if (!answer || !isUnanswered(answer)) return;
    missing.set(answer.unanswered, [...(missing.get(answer.unanswered) ?? []), name]);
  };
  for (const { by, answer } of breakdowns) note(TABLE_NAMES[by], answer);
  note("Hours of the week", week);
  return (
    <>
      {Array.from(missing, ([reason, names]) => (
        <p class="quiet">{unansweredWords(names, reason)}</p>
      ))}
    </>
  );
};

const PanelHead = ({ title, csv }: { title: string; csv: string | null }) => (
  <div class="panel-head">
    <h2>{title}</h2>
    {csv && (
      <a href={csv} aria-label={`${title} as CSV`} download>
        CSV
      </a>
    )}
  </div>
);
