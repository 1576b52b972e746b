import type { ReportContent } from "../../../extras/reports/report-mail.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import type { ReportPart } from "../../../features/visits/report-part.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import type { PageLanguage } from "../../../ground/core/page-languages.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { HEAT_MAP_STYLE } from "../charts/heat-map.tsx";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { type Asset, stylesheet } from "../layout/assets.ts";
import { tagOf, useLocale } from "../layout/locale.tsx";
import { NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { FiguresPanel } from "../visit-report/figures-panel.tsx";
import { ReportBody, tablesFor } from "../visit-report/report-body.tsx";
import { namedFilters } from "../visit-report/row-names.ts";
import reportStyle from "./report.css";

/** A shared report with what its readers see, and the path of its CSV files. */
export type SharedContentProps = Omit<ReportContent, "parts"> & {
  csv: string;
  /** What extras add, in the language of the page. */
  parts: readonly ReportPart[];
};

const STYLE = stylesheet(reportStyle);

/** What extras add to a report, in the language of a page. */
export const partsIn = ({ parts }: ReportContent, language: PageLanguage): Promise<ReportPart[]> =>
  Promise.all(parts.map((part) => part(language, tagOf(language))));

/** The styles of a shared report; its public page adds the color of the brand. */
export const REPORT_STYLES: readonly Asset[] = [CHARTS_STYLE, HEAT_MAP_STYLE, STYLE];

/** The logo and the name of the brand. */
export const Sender = ({ brand }: Pick<SharedContentProps, "brand">) =>
  brand && (
    <p class="sender">
      {brand.logo && <img src={logoPath(brand.logo)} alt="" />}
      <bdi>{brand.name}</bdi>
    </p>
  );

/** What readers see below the heading: the note of the author, and names and numbers without links. */
export const SharedContent = ({ shared, report, csv, parts }: SharedContentProps) => {
  const locale = useLocale();
  const { words } = locale;
  const tables = tablesFor(report.filter);
  const breakdowns = tables.flatMap((table) => report.breakdowns.filter(({ by }) => by === table));
  const csvOf = (table: string) => `${csv}?table=${table}`;
  return (
    <>
      {shared.note !== "" && <p class="note">{shared.note}</p>}
      <Facts
        facts={[
          [words.period, rangeName(report, report.zone, locale)],
          ...namedFilters(shared.view.filter, report.link, true, locale).map(
            ({ label, value }) => [label, <bdi>{value}</bdi>] as const,
          ),
          [words.until, shared.expiresAt && <Time at={shared.expiresAt} />],
        ]}
      />
      {isUnanswered(report.series) ? (
        <p class="quiet">{words.noNumbers}</p>
      ) : (
        <ReportBody
          report={{ ...report, breakdowns }}
          compare={shared.view.compare === undefined ? "previous" : shared.view.compare}
          links={{ ...NO_LINKS, csv: csvOf }}
          isPublic
        >
          {parts.map((part) => (
            <FiguresPanel part={part} />
          ))}
        </ReportBody>
      )}
    </>
  );
};
