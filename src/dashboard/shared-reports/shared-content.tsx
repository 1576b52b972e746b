import type { Brand } from "../../brands/brand.ts";
import type { BrandStore } from "../../brands/brand-store.ts";
import { logoPath } from "../../brands/logo-path.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered } from "../../visits/report-plan.ts";
import { readSharedReport, type SharedReport } from "../../visits/shared-report.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Facts, Time } from "../components/facts.tsx";
import { type Asset, stylesheet } from "../layout/assets.ts";
import { NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { namedFilters } from "../visit-report/filter-names.ts";
import { ReportBody, tablesFor } from "../visit-report/report-body.tsx";
import reportStyle from "./report.css";

/** A shared report with what its readers see. */
export interface SharedContentProps {
  shared: SharedReport;
  report: VisitReport;
  /** That of the project that the report is about; null without a brand, or about several projects. */
  brand: Brand | null;
  /** The path of the CSV files. */
  csv: string;
}

const STYLE = stylesheet(reportStyle);

/** The styles of a shared report; its public page adds the color of the brand. */
export const REPORT_STYLES: readonly Asset[] = [CHARTS_STYLE, STYLE];

/** The current content of a shared report. Throws what `readSharedReport` throws. */
export async function readContent(
  shared: SharedReport,
  csv: string,
  dependencies: Parameters<typeof readSharedReport>[1] & { brands: BrandStore },
): Promise<SharedContentProps> {
  const report = await readSharedReport(shared, dependencies);
  const { organizationId } = shared;
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const found = projectId === null ? null : await dependencies.brands.find({ organizationId, projectId });
  return { shared, report, brand: found?.brand ?? null, csv };
}

/** The logo and the name of the brand. */
export const Sender = ({ brand }: Pick<SharedContentProps, "brand">) =>
  brand && (
    <p class="sender">
      {brand.logo && <img src={logoPath(brand.logo)} alt="" />}
      <bdi>{brand.name}</bdi>
    </p>
  );

/** What readers see below the heading: the note of the author, and names and numbers without links. */
export const SharedContent = ({ shared, report, csv }: SharedContentProps) => {
  const tables = tablesFor(report.filter);
  const breakdowns = tables.flatMap((table) => report.breakdowns.filter(({ by }) => by === table));
  const csvOf = (table: string) => `${csv}?table=${table}`;
  return (
    <>
      {shared.note !== "" && <p class="note">{shared.note}</p>}
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
          links={{ ...NO_LINKS, csv: csvOf }}
          csv={csvOf}
          isPublic
        />
      )}
    </>
  );
};
