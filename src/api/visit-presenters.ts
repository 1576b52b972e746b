import { csvText } from "../core/csv-text.ts";
import { validationFailed } from "../core/errors.ts";
import type { Zone } from "../core/zone.ts";
import type { VisitRow } from "../visits/breakdown.ts";
import type { VisitReport } from "../visits/get-visit-report.ts";
import { isUnanswered, type Reason, type Unanswered } from "../visits/questions.ts";
import type { VisitBucket } from "../visits/range.ts";
import type { Series } from "../visits/report-answers.ts";
import { MAX_LINK_DAYS } from "../visits/rows-store.ts";
import { prefersCsv } from "./csv.ts";
import { EXAMPLE_BUCKETS } from "./examples/visits.ts";
import type { CsvDescription } from "./operation.ts";
import type { VisitStatisticsResource } from "./visit-resources.ts";

const NUMBERS = ["scans", "clicks", "robots", "previews"] as const;

/** Why a question has no answer, and the parameter that would give it one. */
const PROBLEMS: Readonly<Record<Reason, { field: string; message: string }>> = {
  too_old: { field: "from", message: "must be within the last 90 days where hours are asked for" },
  too_many: {
    field: "from",
    message: `must be later, or a project, tag or link be named: more than ${MAX_LINK_DAYS.toLocaleString("en")} days of links would be read`,
  },
  whole_days: { field: "interval", message: "must not be hour where by is given" },
  apart: { field: "by", message: "must not be referrer or choice where visits are narrowed otherwise" },
};

const answered = <T extends object>(answer: T | Unanswered): T => {
  if (isUnanswered(answer)) throw validationFailed([PROBLEMS[answer.unanswered]]);
  return answer;
};

/** A row without what only people are shown. */
const presentRow = ({ key, name, scans, clicks, robots, previews }: VisitRow): VisitRow => ({
  key,
  ...(name !== undefined && { name }),
  ...{ scans, clicks, robots, previews },
});

/** The part of the report that was asked for. Throws `validation_failed` where it has no answer. */
function presentPart({
  series,
  breakdowns,
}: VisitReport): { buckets: VisitBucket[] } | { rows: VisitRow[]; exact: boolean } {
  const [breakdown] = breakdowns;
  if (!breakdown) return { buckets: answered(series).buckets };
  const { rows, exact } = answered(breakdown.answer);
  return { rows: rows.map(presentRow), exact };
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

/** The same as CSV. */
const csvOf = (part: { buckets: VisitBucket[] } | { rows: VisitRow[] }): string =>
  "buckets" in part
    ? csvText(["start", ...NUMBERS], part.buckets)
    : csvText(["key", "name", ...NUMBERS], part.rows);

/** The CSV that both operations answer. */
export const VISIT_CSV: CsvDescription = {
  description:
    "A line for each bucket (`start,scans,clicks,robots,previews`) or row (`key,name,scans,clicks,robots,previews`), " +
    "after one with these names. An apostrophe stands before a name that a spreadsheet would run as a formula.",
  example: csvOf({ buckets: EXAMPLE_BUCKETS }),
};
const presentComparison = ({ from, to, totals, buckets }: Series, zone: Zone) => ({
  from: zone.textOf(from),
  to: zone.textOf(to),
  totals,
  buckets,
});

/** The number of all taps, where taps are what is asked for. */
function tapsOf({ breakdowns: [breakdown] }: VisitReport): { taps?: number } {
  if (breakdown?.by !== "choice") return {};
  const { rows } = answered(breakdown.answer);
  return { taps: rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0) };
}

/** The answer about visits: CSV if `accept` prefers it, else JSON. Throws `validation_failed` where there is none. */
export function visitsResponse(report: VisitReport, accept: string | undefined): Response {
  const vary = { Vary: "Accept" };
  if (!prefersCsv(accept)) return Response.json({ data: presentVisits(report) }, { headers: vary });
  return new Response(csvOf(presentPart(report)), {
    headers: { ...vary, "Content-Type": "text/csv; charset=utf-8" },
  });
}
