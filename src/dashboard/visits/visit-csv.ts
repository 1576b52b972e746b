import type { VisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered, type Unanswered } from "../../visits/report-plan.ts";
import { DIMENSIONS } from "../../visits/statistics.ts";
import { rowName } from "../visit-report/row-names.ts";

/** The tables available for download. */
export const TABLES = ["series", "week", ...DIMENSIONS] as const;
/** The name of a table. */
export type TableName = (typeof TABLES)[number];

/** The columns and rows of a file. */
interface Lines {
  columns: readonly string[];
  rows: readonly Record<string, string | number>[];
}

const NUMBERS = ["scans", "clicks", "robots", "previews"];

/** A table of the report as rows, or the reason why it has no numbers. */
export function reportCsv(report: VisitReport, table: TableName): Lines | Unanswered {
  const { series, week } = report;
  if (table === "series") {
    if (isUnanswered(series)) return series;
    const rows = series.buckets.map((bucket) => ({ ...bucket }));
    return { columns: ["start", ...NUMBERS], rows };
  }
  if (table === "week") {
    if (!week || isUnanswered(week)) return week ?? { unanswered: "too_old" };
    const rows = week.hours.flatMap((hours, day) =>
      hours.map((people, hour) => ({ day: WEEKDAYS[day] ?? "", hour, people })),
    );
    return { columns: ["day", "hour", "people"], rows };
  }
  const answer = report.breakdowns.find(({ by }) => by === table)?.answer ?? { rows: [] };
  if (isUnanswered(answer)) return answer;
  const rows = answer.rows.map((row) => {
    const { key, scans, clicks, robots, previews } = row;
    const { name, detail } = rowName(table, row, false);
    const names = detail === null ? { name } : { name: detail, link: name };
    return { key, ...names, scans, clicks, robots, previews };
  });
  return { columns: ["key", "name", ...(table === "qrCode" ? ["link"] : []), ...NUMBERS], rows };
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
