import type { PartRow } from "./aggregate.ts";
import { type ReportRow, rowsOf } from "./breakdown.ts";
import type { Dimension } from "./dimensions.ts";
import { isUnanswered, type PartPlace, type ReportPlan, type Unanswered } from "./report-plan.ts";
import { sumOf, type VisitNumbers } from "./statistics.ts";
import { bucketsOf, type VisitBucket, type VisitRange } from "./visit-range.ts";

/** The numbers of a range, and of each of its buckets. */
export interface Series {
  from: Date;
  /** Exclusive. */
  to: Date;
  totals: VisitNumbers;
  buckets: VisitBucket[];
}

/** Visits by one dimension. The dimension `choice` counts taps, which aren't visits. */
interface Breakdown {
  by: Dimension;
  answer: Rows | Unanswered;
}

interface Rows {
  rows: ReportRow[];
}

export interface ReportParts {
  series: Series | Unanswered;
  /** An earlier period; null if not requested. */
  comparison: Series | Unanswered | null;
  breakdowns: Breakdown[];
}

/** Builds the parts of the report from the rows of each query. */
export function reportPartsOf(plan: ReportPlan, found: readonly (PartRow[] | null)[]): ReportParts {
  const rowsOfPart = (part: PartPlace): PartRow[] | Unanswered =>
    typeof part === "number" ? (found[part] ?? { unanswered: "too_many" }) : part;
  const series = seriesOf(plan.range, [rowsOfPart(plan.series)]);
  const { comparison } = plan;
  return {
    series,
    comparison: comparison && seriesOf(comparison.range, comparison.parts.map(rowsOfPart)),
    breakdowns: plan.breakdowns.map(({ by, part }) => {
      const answer = rowsOfPart(part);
      if (isUnanswered(series)) return { by, answer: series };
      if (isUnanswered(answer)) return { by, answer };
      return { by, answer: { rows: rowsOf(by, answer, series.totals) } };
    }),
  };
}

function seriesOf(range: VisitRange, parts: readonly (PartRow[] | Unanswered)[]): Series | Unanswered {
  const rows: PartRow[] = [];
  for (const part of parts) {
    if (isUnanswered(part)) return part;
    rows.push(...part);
  }
  const numbers = rows.map((row) => ({ ...row, start: Number(row.key) }));
  return { from: range.from, to: range.to, totals: sumOf(numbers), buckets: bucketsOf(range, numbers) };
}
