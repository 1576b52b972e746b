import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { LinkButton } from "../components/actions.tsx";
import { BreakdownCard, FIRST_ROWS, NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { choiceNote } from "../visit-report/report-body.tsx";
import { isTelling, REASONS } from "../visit-report/row-names.ts";
import { SeriesPanel } from "../visit-report/series-panel.tsx";
import { Totals, totalsBefore } from "../visit-report/totals.tsx";
import type { LinkView } from "./link-view.ts";

/** The visits of a link in the last 30 days, their sources, the shops that shoppers chose, and the lots of its GTIN. */
export const Visits = (view: LinkView) => (
  <section class="section" id="visits">
    <div class="section-head">
      <h2>Visits of the last 30 days</h2>
      <LinkButton href={`${view.workspace.base}/visits?link=${view.link.id}`}>All visits</LinkButton>
    </div>
    <Numbers {...view} />
  </section>
);

const Numbers = ({ visits, notes }: LinkView) => {
  const { series, breakdowns } = visits;
  if (isUnanswered(series)) return <p class="quiet">{REASONS[series.unanswered]}</p>;
  const { scans, clicks, robots, previews } = series.totals;
  if (scans + clicks + robots + previews === 0)
    return <p class="quiet">No visits yet. They appear here within a minute.</p>;
  const tables = breakdowns.map(({ by, answer }) => ({ by, rows: answerOf(answer)?.rows ?? [] }));
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(visits)} live />
      <SeriesPanel
        report={visits}
        series={series}
        notes={notes}
        compare="previous"
        head={<h3 class="hidden">Over time</h3>}
      />
      {tables
        .filter(({ by, rows }) => rows.some(({ key }) => isTelling(by, key)))
        .map(({ by, rows }) => (
          <BreakdownCard
            by={by}
            rows={rows}
            links={NO_LINKS}
            naming={{ isPublic: false, isOfLink: true }}
            most={FIRST_ROWS}
            note={by === "choice" ? choiceNote(visits, rows) : undefined}
          />
        ))}
    </>
  );
};
