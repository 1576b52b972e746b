import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered, type Unanswered } from "../../../features/visits/report-plan.ts";
import type { ReportWords } from "../../../features/visits/report-words.ts";
import { DIMENSIONS } from "../../../features/visits/statistics.ts";
import type { Locale } from "../layout/locale.tsx";
import { rowName } from "./row-names.ts";
import { namedRows } from "./table-rows.ts";

/** The tables available for download. */
export const TABLES = ["series", ...DIMENSIONS] as const;
/** The name of a table. */
export type TableName = (typeof TABLES)[number];

/** The columns and rows of a file. */
interface Lines {
  columns: readonly string[];
  rows: readonly Record<string, string | number>[];
}

const NUMBERS = ["scans", "clicks", "robots", "previews"];

/**
 * A table of the report as rows, or the reason why it has no numbers. With the locale of a public reader it has the names of the report's page, and
 * no ids.
 */
export function reportCsv(
  report: VisitReport,
  table: TableName,
  locale: Locale | null = null,
): Lines | Unanswered {
  const { series } = report;
  if (table === "series") {
    if (isUnanswered(series)) return series;
    const rows = series.buckets.map((bucket) => ({ ...bucket }));
    return { columns: ["start", ...NUMBERS], rows };
  }
  const answer = report.breakdowns.find(({ by }) => by === table)?.answer ?? { rows: [] };
  if (isUnanswered(answer)) return answer;
  if (locale) {
    const rows = namedRows(table, answer.rows, { isPublic: true, isOfLink: report.link !== null, locale });
    const named = rows.map(({ name, detail, scans, clicks, robots, previews }) => ({
      ...{ name, detail: detail ?? "", scans, clicks, robots, previews },
    }));
    return { columns: ["name", "detail", ...NUMBERS], rows: named };
  }
  const rows = answer.rows.map((row) => {
    const { key, scans, clicks, robots, previews } = row;
    const { name, detail } = rowName(table, row, false);
    const names = detail === null ? { name } : { name: detail, link: name };
    return { key, ...names, scans, clicks, robots, previews };
  });
  return { columns: ["key", "name", ...(table === "qrCode" ? ["link"] : []), ...NUMBERS], rows };
}

const HEADINGS: Readonly<Record<string, keyof ReportWords>> = {
  ...{ start: "period", name: "name", detail: "qrCode" },
  ...{ scans: "scans", clicks: "clicks", robots: "robots", previews: "previews" },
};

/** The heading of a column for readers of a language. English files have the words of the API. */
export const headingOf = (column: string, { language, words }: Locale): string =>
  language === "en" ? column : words[HEADINGS[column] ?? "name"];
