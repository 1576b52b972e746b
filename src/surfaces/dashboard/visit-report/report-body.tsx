import type { ReportRow } from "../../../features/visits/breakdown.ts";
import type { Comparison } from "../../../features/visits/comparison.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { Breakdown, Rows } from "../../../features/visits/report-parts.ts";
import { answerOf, isUnanswered, type Reason } from "../../../features/visits/report-plan.ts";
import type { Dimension } from "../../../features/visits/statistics.ts";
import type { CheckedFilter } from "../../../features/visits/visit-filter.ts";
import { rangeName, zoneWords } from "../charts/bucket-names.ts";
import { WeekHeat, type WeekLinks } from "../charts/heat-map.tsx";
import { count } from "../charts/numbers.ts";
import { Notice } from "../components/notice.tsx";
import { DEFAULT_LOCALE, filled, type Locale, useLocale } from "../layout/locale.tsx";
import { BreakdownCard, FIRST_ROWS, type TableLinks } from "./breakdown-card.tsx";
import type { ChartNotes } from "./day-notes.tsx";
import { REASONS, unansweredWords } from "./reasons.ts";
import { tableName } from "./row-names.ts";
import { SeriesPanel } from "./series-panel.tsx";
import { namedRows } from "./table-rows.ts";
import { Totals, totalsBefore } from "./totals.tsx";

/** A report with its links. */
interface ReportBodyProps {
  report: VisitReport;
  compare: Comparison | null;
  links: TableLinks;
  /** The URLs of the CSV files of the series and the week. */
  csv?: ((table: "series" | "week") => string) | null;
  /** The URLs of days and hours. */
  week?: WeekLinks | null;
  /** The table that shows all its rows. */
  all?: string | null;
  notes?: ChartNotes | null;
  /** For readers who can't change the report: missing parts are left out without a note. */
  isPublic?: boolean;
}

/** The numbers, charts and tables of a report. A line explains missing parts. */
export const ReportBody = (props: ReportBodyProps) => {
  const { report, compare, links, csv = null, all = null, notes = null, isPublic = false } = props;
  const { series } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const locale = useLocale();
  const naming = { isPublic, isOfLink: report.link !== null, locale };
  const tables = report.breakdowns.flatMap(({ by, answer }) => {
    const { rows, exact } = answerOf(answer) ?? { rows: [], exact: true };
    return namedRows(by, rows, naming).length === 0 ? [] : [{ by, rows, exact }];
  });
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(report)} />
      <SeriesPanel
        {...{ report, series, compare, notes }}
        head={<PanelHead title={locale.words.overTime} csv={csv?.("series") ?? null} />}
      />
      {!isPublic && <NotDrawn report={report} />}
      <div class="panels">
        {tables.map(({ by, rows, exact }: { by: Dimension } & Rows) => (
          <BreakdownCard
            {...{ by, rows, exact, links, naming }}
            most={all === by ? 101 : FIRST_ROWS}
            note={by === "choice" ? choiceNote(report, rows, locale) : undefined}
          />
        ))}
      </div>
      <WeekPanel {...props} />
    </>
  );
};

const WeekPanel = ({ report, csv, week: links = null }: ReportBodyProps) => {
  const locale = useLocale();
  const { words } = locale;
  const week = answerOf(report.week);
  if (!week || week.hours.flat().every((visits) => visits === 0)) return null;
  return (
    <section class="panel">
      <PanelHead title={words.weekHours} csv={csv?.("week") ?? null} />
      <WeekHeat title={words.weekHours} hours={week.hours} links={links} />
      <p class="hint">
        {rangeName(week, report.zone, locale)}, {zoneWords(report.zone, locale)}.
        {week.from > report.from && ` ${words.storedHours}`}
        {links && " Select a day or an hour to filter."}
      </p>
    </section>
  );
};

/** Which panels are missing, and why. */
const NotDrawn = ({ report: { breakdowns, week } }: { report: VisitReport }) => {
  const missing = new Map<Reason, string[]>();
  const note = (name: string, answer: Breakdown["answer"] | VisitReport["week"]) => {
    if (!answer || !isUnanswered(answer)) return;
    missing.set(answer.unanswered, [...(missing.get(answer.unanswered) ?? []), name]);
  };
  for (const { by, answer } of breakdowns) note(tableName(by), answer);
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
      <a href={csv} aria-label={filled(useLocale().words.asCsv, { name: title })} download>
        CSV
      </a>
    )}
  </div>
);

/** The share of a link's visits that chose a shop: "60 of 100 visits chose a shop (60 %)." */
export function choiceNote(
  { series, link }: Pick<VisitReport, "series" | "link">,
  rows: readonly ReportRow[],
  locale: Locale = DEFAULT_LOCALE,
): string | undefined {
  const totals = answerOf(series)?.totals;
  if (!link || !totals) return undefined;
  const visits = totals.scans + totals.clicks;
  const taps = rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0);
  if (visits === 0) return undefined;
  return filled(locale.words.choiceNote, {
    ...{ taps: count(taps, locale), visits: count(visits, locale) },
    share: `${Math.round((taps / visits) * 100)} %`,
  });
}

/** The tables that are useful with these filters: a filter's own table would have a single row. */
export function tablesFor({ linkId, qrIdentifier, country, device, retailer }: CheckedFilter): Dimension[] {
  const tables: Dimension[] = [];
  if (linkId === null) tables.push("link");
  if (qrIdentifier === null) tables.push("qrCode");
  if (retailer === null && linkId === null) tables.push("retailer");
  if (country === null) tables.push("country");
  if (device === null) tables.push("device");
  if (qrIdentifier === null) tables.push("referrer");
  // Chosen shops and lots are counted for all visits of a link.
  if (qrIdentifier === null && country === null && device === null) tables.push("choice", "lot");
  return tables;
}
