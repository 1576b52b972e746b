import type { VisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered } from "../../visits/report-plan.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Facts, Time } from "../components/facts.tsx";
import { Document } from "../layout/layout.tsx";
import { NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { namedFilters } from "../visit-report/filter-names.ts";
import { ReportBody, tablesFor } from "../visit-report/report-body.tsx";

/** A shared report for people who can't sign in: names and numbers, no links. */
export const SharedPage = ({ shared, report }: { shared: SharedReport; report: VisitReport }) => {
  const tables = tablesFor(report.filter);
  const breakdowns = tables.flatMap((table) => report.breakdowns.filter(({ by }) => by === table));
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
            ["Available until", shared.expiresAt && <Time at={shared.expiresAt} />],
          ]}
        />
        {isUnanswered(report.series) ? (
          <p class="quiet">No numbers for this period.</p>
        ) : (
          <ReportBody
            report={{ ...report, breakdowns }}
            compare={shared.view.compare === undefined ? "previous" : shared.view.compare}
            links={NO_LINKS}
            isPublic
          />
        )}
      </main>
    </Document>
  );
};
