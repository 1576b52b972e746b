import type { PartRow } from "./aggregate.ts";
import { type ReportRow, rowsOf } from "./breakdown.ts";
import { isUnanswered, type PartPlace, type Questions, type Unanswered } from "./questions.ts";
import { bucketsOf, type VisitBucket, type VisitRange } from "./range.ts";
import type { FoundRows, PartRows } from "./report-store.ts";
import { type Dimension, sumOf, type VisitNumbers } from "./statistics.ts";

/** The numbers of a range, and of each of its buckets. */
export interface Series {
  from: Date;
  /** Exclusive. */
  to: Date;
  totals: VisitNumbers;
  buckets: VisitBucket[];
}

/** People by day of the week (0 is Sunday) and hour, of the part of the range of which hours are kept. */
export interface Week {
  from: Date;
  to: Date;
  hours: number[][];
}

/** Visits by one dimension. Those by choice are taps, which are no visits. */
export interface Breakdown {
  by: Dimension;
  answer: Rows | Unanswered;
}

/** The rows of a breakdown. */
export interface Rows {
  rows: ReportRow[];
  /** False: links were ranked by what led on each day, so that one that never did may be missing. */
  exact: boolean;
}

/** The parts of a report. */
export interface ReportAnswers {
  series: Series | Unanswered;
  /** Of an earlier period; null: not asked for. */
  comparison: Series | Unanswered | null;
  breakdowns: Breakdown[];
  week: Week | Unanswered | null;
}

/** The parts of the report, from the rows that were found for each question. */
export function answersOf(questions: Questions, found: readonly PartRows[]): ReportAnswers {
  const rowsOfPart = (part: PartPlace): FoundRows | Unanswered =>
    typeof part === "number" ? (found[part] ?? { unanswered: "too_many" }) : part;
  const series = seriesOf(questions.range, [rowsOfPart(questions.series)]);
  const { week, comparison } = questions;
  return {
    series,
    comparison: comparison && seriesOf(comparison.range, comparison.parts.map(rowsOfPart)),
    breakdowns: questions.breakdowns.map(({ by, part }) => {
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
