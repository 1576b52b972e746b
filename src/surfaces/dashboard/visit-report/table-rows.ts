import { NONE, type ReportRow } from "../../../features/visits/breakdown.ts";
import { DIMENSION_FACTS, DIMENSIONS, type Dimension } from "../../../features/visits/dimensions.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered, type Unanswered } from "../../../features/visits/report-plan.ts";
import type { ReportWords } from "../../../features/visits/report-words.ts";
import {
  CLASSES,
  type ReportNumbers,
  reportNumbersOf,
  type VisitNumbers,
  zeroVisits,
} from "../../../features/visits/statistics.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import type { Locale } from "../layout/locale.tsx";
import { rowName } from "./row-names.ts";

/** A row of a table with its name. */
export interface NamedRow extends ReportNumbers {
  key: string;
  name: string;
  /** Shown smaller beside the name. */
  detail: string | null;
  /** The numbers of its bar. */
  bar: VisitNumbers;
}

/** How the rows of a table are named. */
export interface Naming {
  /** Whether links show their public names. */
  isPublic: boolean;
  /** Whether the report is about one link, so that codes need only their own names. */
  isOfLink: boolean;
  /** Whether rows without visits stay, such as places that nobody was sent to. */
  keepsZeros?: boolean | undefined;
  locale?: Locale | undefined;
}

/** The rows with a number above zero in the table's columns. */
export function namedRows(
  by: Dimension,
  rows: readonly ReportRow[],
  { isPublic, isOfLink, keepsZeros, locale }: Naming,
): NamedRow[] {
  const columns = columnsOf(by);
  const codes = codesByLink(by === "qrCode" ? rows : []);
  const named = rows
    .filter((row) => !(by === "qrCode" && row.key === NONE))
    .filter((row) => keepsZeros || columns.some(({ value }) => (value(row) ?? 0) > 0))
    .map((row) => {
      const { name, detail } = rowName(by, row, isPublic, locale);
      const bar = barOf(by, row);
      if (isOfLink && detail !== null) return { ...row, name: detail, detail: null, bar };
      return { ...row, name, detail: isOnlyCode(row.key, codes) ? null : detail, bar };
    });
  return distinct(by, named, rows);
}

/** Adds the internal name of the link to rows that look the same, and then a number. */
function distinct(by: Dimension, named: readonly NamedRow[], rows: readonly ReportRow[]): NamedRow[] {
  const shown = ({ name, detail }: NamedRow) => `${name}\n${detail ?? ""}`;
  const internal = new Map(rows.map((row) => [row.key, by === "link" ? row.name : row.linkName]));
  const same = Map.groupBy(named, shown);
  const told = named.map((row) => {
    const added = internal.get(row.key);
    if (same.get(shown(row))?.length === 1 || !added || added === row.name) return row;
    return { ...row, detail: row.detail === null ? added : `${added}, ${row.detail}` };
  });
  const groups = Map.groupBy(told, shown);
  return told.map((row) => {
    const group = groups.get(shown(row)) ?? [];
    return group.length > 1 ? { ...row, name: `${row.name} (${group.indexOf(row) + 1})` } : row;
  });
}

/** The people who can have a value: codes and lots have no clicks, and referrers and sources no scans. */
function barOf(by: Dimension, row: VisitNumbers): VisitNumbers {
  const bar = zeroVisits();
  for (const name of DIMENSION_FACTS[by].people) bar[name] = row[name];
  return bar;
}

/** The number of rows of each link's codes. */
function codesByLink(rows: readonly ReportRow[]): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const { key } of rows) {
    const linkId = parseQrCodeId(key)?.linkId;
    if (linkId !== undefined) codes.set(linkId, (codes.get(linkId) ?? 0) + 1);
  }
  return codes;
}

/** Whether a row is the link's only code, so that the link's name is enough. */
function isOnlyCode(key: string, codes: ReadonlyMap<string, number>): boolean {
  const code = codes.size > 0 ? parseQrCodeId(key) : null;
  return code !== null && code.identifier === "default" && codes.get(code.linkId) === 1;
}

/** A column of numbers. */
export interface Column {
  label: keyof ReportWords;
  /** Null if it is not known. */
  value: (row: ReportNumbers) => number | null;
}

/** Scans and clicks together, where there is room for one column. */
export const VISITS: Column = { label: "visits", value: ({ scans, clicks }) => scans + clicks };

/** Choices count as scans or clicks, like the visit they belong to. */
const TAPS: Column = { label: "chosen", value: ({ scans, clicks }) => scans + clicks };

const VISITORS: Column = { label: "dailyVisitors", value: ({ visitors }) => visitors };

/** The columns of a table with these rows: daily visitors only where they are counted by its dimension, in links and codes. */
export const columnsFor = (by: Dimension, rows: readonly ReportNumbers[]): readonly Column[] => {
  const hasVisitors = (by === "link" || by === "qrCode") && rows.some(({ visitors }) => visitors !== null);
  return hasVisitors ? [...columnsOf(by), VISITORS] : columnsOf(by);
};

/** The columns of visits in a table: those of the people who can have a value. */
const columnsOf = (by: Dimension): readonly Column[] =>
  by === "choice"
    ? [TAPS]
    : DIMENSION_FACTS[by].people.map((name) => ({ label: name, value: (row) => row[name] }));

/** The tables available for download. */
export const TABLES = ["series", ...DIMENSIONS] as const;
type TableName = (typeof TABLES)[number];

/** The columns of numbers of a file. */
const NUMBERS = [...CLASSES, "visitors"];

/** The columns and rows of a file. */
interface Lines {
  columns: readonly string[];
  rows: readonly Record<string, string | number | null>[];
}

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
    const named = rows.map(({ name, detail, ...row }) => ({
      name,
      detail: detail ?? "",
      ...reportNumbersOf(row),
    }));
    return { columns: ["name", "detail", ...NUMBERS], rows: named };
  }
  const rows = answer.rows.map((row) => {
    const { name, detail } = rowName(table, row, false);
    const names = detail === null ? { name } : { name: detail, link: name };
    return { key: row.key, ...names, ...reportNumbersOf(row) };
  });
  return { columns: ["key", "name", ...(table === "qrCode" ? ["link"] : []), ...NUMBERS], rows };
}

const HEADINGS: Readonly<Record<string, keyof ReportWords>> = {
  start: "period",
  name: "name",
  detail: "qrCode",
  scans: "scans",
  clicks: "clicks",
  robots: "robots",
  previews: "previews",
  visitors: "dailyVisitors",
};

/** The heading of a column for readers of a language. English files have the words of the API. */
export const headingOf = (column: string, { language, words }: Locale): string =>
  language === "en" ? column : words[HEADINGS[column] ?? "name"];
