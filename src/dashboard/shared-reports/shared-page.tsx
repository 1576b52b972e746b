import type { VisitReport } from "../../visits/get-visit-report.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { answerOf, isUnanswered } from "../../visits/source.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Facts, Time } from "../components/facts.tsx";
import { Document } from "../frame/layout.tsx";
import { NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { namedFilters } from "../visit-report/filter-names.ts";
import { ReportBody } from "../visit-report/report-body.tsx";
import { tablesFor } from "../visit-report/report-tables.ts";

/** A shared report, for somebody without sign-in: names and counts, and nothing that leads further. */
export const SharedPage = ({ shared, report }: { shared: SharedReport; report: VisitReport }) => {
  const tables = tablesFor(report.filter);
  // What has no answer is left out: these readers cannot change what is asked.
  const breakdowns = tables.flatMap((table) =>
    report.breakdowns.filter(({ by, answer }) => by === table && !isUnanswered(answer)),
  );
  const week = answerOf(report.week);
  return (
    <Document title={shared.name} styles={[CHARTS_STYLE]}>
      <main class="report" id="content">
        <div class="page-head">
          <h1>
            <bdi>{shared.name}</bdi>
          </h1>
        </div>
        <Facts
          facts={[
            ["Period", rangeName(report, report.zone)],
            ...namedFilters(shared.view.filter, report.link, true).map(
              ({ label, value }) => [label, <bdi>{value}</bdi>] as const,
            ),
            ["Readable until", shared.expiresAt && <Time at={shared.expiresAt} />],
          ]}
        />
        {isUnanswered(report.series) ? (
          <p class="quiet">There are no numbers for this period.</p>
        ) : (
          <ReportBody report={{ ...report, breakdowns, week }} links={NO_LINKS} isPublic />
        )}
      </main>
    </Document>
  );
};
