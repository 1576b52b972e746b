import type { Child } from "hono/jsx";
import type { Comparison } from "../../../features/visits/comparison.ts";
import {
  DIMENSION_FACTS,
  DIMENSIONS,
  type Dimension,
  FILTER_DIMENSIONS,
  isApart,
} from "../../../features/visits/dimensions.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf, isUnanswered, type Reason } from "../../../features/visits/report-plan.ts";
import type { CheckedFilter } from "../../../features/visits/visit-filter.ts";
import { Notice } from "../components/notice.tsx";
import { isPicked } from "../labels/places.ts";
import { filled, useLocale } from "../layout/locale.tsx";
import { BreakdownCard, FIRST_ROWS, type TableLinks } from "./breakdown-card.tsx";
import type { ChartNotes } from "./chart-notes.tsx";
import { isTelling, REASONS, tableName, unansweredWords } from "./row-names.ts";
import { SentCard } from "./sent-card.tsx";
import type { SentPlaces } from "./sent-places.ts";
import { SeriesPanel } from "./series-panel.tsx";
import { namedRows, VISITS } from "./table-rows.ts";
import { choiceNote, type ShownChart, Totals, totalsBefore } from "./totals.tsx";

/** The tables that share a card, where one of them is in front: those of what is printed, and all others. */
const PRINTED: readonly Dimension[] = ["link", "qrCode", "lot"];
const CARDS: readonly (readonly Dimension[])[] = [
  PRINTED,
  DIMENSIONS.filter((by) => by !== "visitor" && !PRINTED.includes(by)),
];

interface ReportBodyProps {
  report: VisitReport;
  compare: Comparison | null;
  links: TableLinks;
  /** The table that shows all its rows. */
  all?: Dimension | null;
  /** The tables in front, and the URL of others. Absent: each table has a card of its own. */
  tabs?: { shown: readonly Dimension[]; href: (shown: readonly Dimension[]) => string };
  notes?: ChartNotes | null;
  /** Absent: the chart shows visits only. */
  chart?: ShownChart;
  /** The places that the link of the report sends people to. Readers who can't sign in see their names only. */
  sent?: SentPlaces | null;
  /** For readers who can't change the report: missing parts are left out without a note. */
  isPublic?: boolean;
  /** What is between the chart and the tables. */
  children?: Child;
}

/** The numbers, charts and tables of a report. A line explains missing parts. */
export const ReportBody = (props: ReportBodyProps) => {
  const { report, compare, links, all = null, notes = null, chart, tabs, isPublic = false, sent } = props;
  const isSent = isPicked(report.link?.pick);
  const { series } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const locale = useLocale();
  const naming = { isPublic, isOfLink: report.link !== null, locale };
  const tables = report.breakdowns.flatMap(({ by, answer }) => {
    const { rows = [] } = answerOf(answer) ?? {};
    const named = namedRows(by, rows, naming);
    return named.some(({ key }) => isTelling(by, key)) ? [{ by, rows }] : [];
  });
  const cards = tabs
    ? CARDS.map((card) => card.flatMap((each) => tables.filter(({ by }) => by === each)))
    : tables.map((table) => [table]);
  const isInFront = ({ by }: { by: Dimension }) => by === all || (all === null && tabs?.shown.includes(by));
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(report)} chart={chart} />
      <SeriesPanel
        {...{ report, series, compare, notes }}
        show={chart?.show ?? "visits"}
        head={<PanelHead title={locale.words.overTime} csv={links.csv?.("series") ?? null} />}
      />
      {props.children}
      {!isPublic && <NotDrawn report={report} />}
      <div class="panels" id="tables">
        {cards.map((card) => {
          // Of a link that sends people to several places, this is what is asked first.
          const table = card.find(isInFront) ?? card.find(({ by }) => by === "choice" && isSent) ?? card[0];
          if (!table) return null;
          const { by, rows } = table;
          const others = tabs?.shown.filter((each) => !card.some((own) => own.by === each)) ?? [];
          const shown = {
            rows,
            links,
            naming,
            tabs:
              tabs &&
              card.map((own) => ({
                by: own.by,
                href: tabs.href([...others, own.by]),
                name: own.by === "choice" && isSent ? locale.words.sentTo : undefined,
              })),
            most: all === by ? 101 : FIRST_ROWS,
          };
          if (by !== "choice") return <BreakdownCard {...shown} by={by} />;
          if (sent) return <SentCard {...shown} sent={sent} />;
          return isSent ? (
            <BreakdownCard {...shown} by={by} title={locale.words.sentTo} columns={[VISITS]} />
          ) : (
            <BreakdownCard {...shown} by={by} note={choiceNote(report, rows, locale)} />
          );
        })}
      </div>
    </>
  );
};

/** Which panels are missing, and why. */
const NotDrawn = ({ report: { breakdowns } }: { report: VisitReport }) => {
  const missing = new Map<Reason, string[]>();
  for (const { by, answer } of breakdowns)
    if (isUnanswered(answer))
      missing.set(answer.unanswered, [...(missing.get(answer.unanswered) ?? []), tableName(by)]);
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

/**
 * The tables that are useful with these filters, in the order of the cards: a filter's own table would have a single row, and
 * tables apart combine with links and retailers only. Of these, referrers say why they are missing.
 */
export function tablesFor(filter: CheckedFilter): Dimension[] {
  const filtered = FILTER_DIMENSIONS.filter((by) => filter[by] !== null);
  const isApartFiltered = filtered.some(isApart);
  const isCounted =
    filter.qrIdentifier !== null || filtered.some((by) => DIMENSION_FACTS[by].kept === "counts");
  return CARDS.flat().filter((by) => {
    if (filtered.some((each) => each === by)) return false;
    if (by === "link" || by === "retailer") return filter.linkId === null;
    if (isApartFiltered || (by === "qrCode" && filter.qrIdentifier !== null)) return false;
    if (by === "referrer") return filter.qrIdentifier === null;
    return !isApart(by) || !isCounted;
  });
}
