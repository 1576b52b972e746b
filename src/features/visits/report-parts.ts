import { type ReportRow, rowsOf } from "./breakdown.ts";
import type { Dimension } from "./dimensions.ts";
import { isUnanswered, type PartPlace, type ReportPlan, type Unanswered } from "./report-plan.ts";
import type { PartRow } from "./statistics.ts";
import { plusVisitors, type ReportNumbers, sumOf } from "./statistics.ts";
import { bucketsOf, type VisitBucket, type VisitRange } from "./visit-range.ts";

/** The numbers of a range, and of each of its buckets. */
export interface Series {
  from: Date;
  /** Exclusive. */
  to: Date;
  totals: ReportNumbers;
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
  const partAt = (part: PartPlace) => ({
    rows: rowsOfPart(part),
    visitors: typeof part === "number" && plan.parts[part]?.visitors === true,
  });
  const series = seriesOf(plan.range, [plan.series], partAt);
  if (plan.visitors !== null && !isUnanswered(series)) {
    const daily = seriesOf({ ...plan.range, interval: "day" }, [plan.visitors], partAt);
    if (!isUnanswered(daily)) series.totals.visitors = daily.totals.visitors;
  }
  const { comparison } = plan;
  return {
    series,
    comparison: comparison && seriesOf(comparison.range, comparison.parts, partAt),
    breakdowns: plan.breakdowns.map(({ by, part }) => {
      const answer = rowsOfPart(part);
      if (isUnanswered(series)) return { by, answer: series };
      if (isUnanswered(answer)) return { by, answer };
      return { by, answer: { rows: rowsOf(by, answer, series.totals) } };
    }),
  };
}

function seriesOf(
  range: VisitRange,
  places: readonly PartPlace[],
  partAt: (place: PartPlace) => { rows: PartRow[] | Unanswered; visitors: boolean },
): Series | Unanswered {
  const all: PartRow[] = [];
  let none: 0 | null = 0;
  for (const place of places) {
    const { rows, visitors } = partAt(place);
    if (isUnanswered(rows)) return rows;
    all.push(...rows);
    if (!visitors) none = null;
  }
  const numbers = all.map((row) => ({ ...row, start: Number(row.key) }));
  const visitors = numbers.reduce((sum: number | null, row) => plusVisitors(sum, row.visitors), none);
  const totals = { ...sumOf(numbers), visitors };
  return { from: range.from, to: range.to, totals, buckets: bucketsOf(range, numbers, none) };
}
