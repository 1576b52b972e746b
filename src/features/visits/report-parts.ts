import type { PartRow } from "./aggregate.ts";
import { type ReportRow, rowsOf } from "./breakdown.ts";
import { isUnanswered, type PartPlace, type ReportPlan, type Unanswered } from "./report-plan.ts";
import type { FoundRows, PartRows } from "./report-store.ts";
import { type Dimension, sumOf, type VisitNumbers } from "./statistics.ts";
import { bucketsOf, type VisitBucket, type VisitRange } from "./visit-range.ts";

/** The numbers of a range, and of each of its buckets. */
export interface Series {
  from: Date;
  /** Exclusive. */
  to: Date;
  totals: VisitNumbers;
  buckets: VisitBucket[];
}

/** People by day of the week (0 is Sunday) and hour, for the part of the range with stored hours. */
export interface Week {
  from: Date;
  to: Date;
  hours: number[][];
}

/** Visits by one dimension. The dimension `choice` counts taps, which aren't visits. */
export interface Breakdown {
  by: Dimension;
  answer: Rows | Unanswered;
}

/** The rows of a breakdown. */
export interface Rows {
  rows: ReportRow[];
  /** False: links were ranked by the leaders of each day, so a link that was never among them may be missing. */
  exact: boolean;
}

export interface ReportParts {
  series: Series | Unanswered;
  /** An earlier period; null if not requested. */
  comparison: Series | Unanswered | null;
  breakdowns: Breakdown[];
  week: Week | Unanswered | null;
}

/** Builds the parts of the report from the rows of each query. */
export function reportPartsOf(plan: ReportPlan, found: readonly PartRows[]): ReportParts {
  const rowsOfPart = (part: PartPlace): FoundRows | Unanswered =>
    typeof part === "number" ? (found[part] ?? { unanswered: "too_many" }) : part;
  const series = seriesOf(plan.range, [rowsOfPart(plan.series)]);
  const { week, comparison } = plan;
  return {
    series,
    comparison: comparison && seriesOf(comparison.range, comparison.parts.map(rowsOfPart)),
    breakdowns: plan.breakdowns.map(({ by, part }) => {
      const answer = rowsOfPart(part);
      if (isUnanswered(series)) return { by, answer: series };
      if (isUnanswered(answer)) return { by, answer };
      return { by, answer: { rows: rowsOf(by, answer.rows, series.totals), exact: answer.exact } };
    }),
    week: week && heatOf(week, rowsOfPart(week.part)),
  };
}

function seriesOf(range: VisitRange, parts: readonly (FoundRows | Unanswered)[]): Series | Unanswered {
  const rows: PartRow[] = [];
  for (const part of parts) {
    if (isUnanswered(part)) return part;
    rows.push(...part.rows);
  }
  const numbers = rows.map((row) => ({ ...row, start: Number(row.key) }));
  return { from: range.from, to: range.to, totals: sumOf(numbers), buckets: bucketsOf(range, numbers) };
}

function heatOf({ from, to }: { from: Date; to: Date }, found: FoundRows | Unanswered): Week | Unanswered {
  if (isUnanswered(found)) return found;
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { key, scans, clicks } of found.rows) {
    const [day, hour] = (key ?? "").split("-").map(Number);
    const ofDay = day === undefined ? undefined : hours[day];
    if (ofDay && hour !== undefined) ofDay[hour] = scans + clicks;
  }
  return { from, to, hours };
}
