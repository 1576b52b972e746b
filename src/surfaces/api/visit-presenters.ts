import type { VisitRow } from "../../features/visits/breakdown.ts";
import { APART_DIMENSIONS, DIMENSION_FACTS } from "../../features/visits/dimensions.ts";
import type { VisitReport } from "../../features/visits/get-visit-report.ts";
import type { Series } from "../../features/visits/report-parts.ts";
import {
  isUnanswered,
  MAX_LINK_DAYS,
  type Reason,
  type Unanswered,
} from "../../features/visits/report-plan.ts";
import { CLASSES, plus, type ReportNumbers, reportNumbersOf } from "../../features/visits/statistics.ts";
import type { VisitBucket } from "../../features/visits/visit-range.ts";
import { csvText } from "../../ground/core/csv-text.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import type { Zone } from "../../ground/core/zone.ts";
import { prefers } from "../../ground/platform/http-headers.ts";
import type { CsvDescription } from "./operation-description.ts";
import type { VisitStatisticsResource } from "./visit-resources.ts";

export const VISIT_DAYS = { from: "2026-03-02", to: "2026-03-03" };

const first: ReportNumbers = { scans: 41, clicks: 17, robots: 3, previews: 5, visitors: 49 };
const second: ReportNumbers = { scans: 38, clicks: 22, robots: 1, previews: 2, visitors: 52 };

const range = {
  from: "2026-03-02T00:00:00.000Z",
  to: "2026-03-04T00:00:00.000Z",
  interval: "day",
  timeZone: "UTC",
  updatedAt: "2026-03-05T14:04:30.000Z",
  totals: { ...plus(first, second), visitors: 101 },
} as const;

/** Two days, day by day. */
const EXAMPLE_BUCKETS = [
  { start: "2026-03-02T00:00:00.000Z", ...first },
  { start: "2026-03-03T00:00:00.000Z", ...second },
];

export const EXAMPLE_SERIES: VisitStatisticsResource = { ...range, buckets: EXAMPLE_BUCKETS };

export const EXAMPLE_BREAKDOWN: VisitStatisticsResource = {
  ...range,
  rows: [
    {
      key: "window-poster",
      name: "Window poster",
      scans: 60,
      clicks: 0,
      robots: 0,
      previews: 0,
      visitors: 55,
    },
    { key: "none", scans: 0, clicks: 39, robots: 4, previews: 7, visitors: null },
    { key: "default", name: "Default QR code", scans: 19, clicks: 0, robots: 0, previews: 0, visitors: 18 },
  ],
};

/** "referrers, choices, lots and sources". */
function apartNames(): string {
  const names = APART_DIMENSIONS.map((by) => DIMENSION_FACTS[by].api?.plural ?? by);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** For each query that can't be answered, the parameter to change. */
const PROBLEMS: Readonly<Record<Reason, { field: string; message: string }>> = {
  too_old: { field: "from", message: "must be within the last 90 days with interval=hour" },
  too_many: {
    field: "from",
    message: `must be later, or remove a filter, or filter by project, tag or link: with this filter, a query reads up to ${MAX_LINK_DAYS.toLocaleString("en-US")} days of links`,
  },
  whole_days: { field: "interval", message: "must not be hour together with by" },
  apart: {
    field: "by",
    message: `can't be combined with these filters: ${apartNames()} are counted by link and day only`,
  },
};

const answered = <T extends object>(answer: T | Unanswered): T => {
  if (isUnanswered(answer)) throw validationFailed([PROBLEMS[answer.unanswered]]);
  return answer;
};

/** A row without the fields that only screens show. */
const presentRow = ({ key, name, ...row }: VisitRow): VisitRow => ({
  key,
  ...(name !== undefined && { name }),
  ...reportNumbersOf(row),
});

/** The requested part of the report. Throws `validation_failed` if the query can't be answered. */
function presentPart({ series, breakdowns }: VisitReport): { buckets: VisitBucket[] } | { rows: VisitRow[] } {
  const [breakdown] = breakdowns;
  if (!breakdown) return { buckets: answered(series).buckets };
  return { rows: answered(breakdown.answer).rows.map(presentRow) };
}

const presentVisits = (report: VisitReport): VisitStatisticsResource => ({
  from: report.zone.textOf(report.from),
  to: report.zone.textOf(report.to),
  interval: report.interval,
  timeZone: report.zone.name,
  updatedAt: report.updatedAt?.toISOString() ?? null,
  totals: { ...answered(report.series).totals, ...tapsOf(report) },
  ...presentPart(report),
  ...(report.comparison && { comparison: presentComparison(answered(report.comparison), report.zone) }),
});

const csvOf = (part: { buckets: VisitBucket[] } | { rows: VisitRow[] }): string =>
  "buckets" in part
    ? csvText(["start", ...CLASSES, "visitors"], part.buckets)
    : csvText(["key", "name", ...CLASSES, "visitors"], part.rows);

/** The CSV of both operations. */
export const VISIT_CSV: CsvDescription = {
  description:
    "A header line, then a line for each bucket (`start,scans,clicks,robots,previews,visitors`) or row " +
    "(`key,name,scans,clicks,robots,previews,visitors`). Names that a spreadsheet would run as a formula start with an apostrophe.",
  example: csvOf({ buckets: EXAMPLE_BUCKETS }),
};
const presentComparison = ({ from, to, totals, buckets }: Series, zone: Zone) => ({
  from: zone.textOf(from),
  to: zone.textOf(to),
  totals,
  buckets,
});

/** The total of taps in a breakdown by choice. */
function tapsOf({ breakdowns: [breakdown] }: VisitReport): { taps?: number } {
  if (breakdown?.by !== "choice") return {};
  const { rows } = answered(breakdown.answer);
  return { taps: rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0) };
}

/** The response with a report, as CSV if `accept` prefers it. Throws `validation_failed` if the query can't be answered. */
export function visitsResponse(report: VisitReport, accept: string | undefined): Response {
  const vary = { Vary: "Accept" };
  if (!prefers(accept, "text/csv", "application/json"))
    return Response.json({ data: presentVisits(report) }, { headers: vary });
  return new Response(csvOf(presentPart(report)), {
    headers: { ...vary, "Content-Type": "text/csv; charset=utf-8" },
  });
}
