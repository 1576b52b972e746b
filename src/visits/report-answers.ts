import { rowsOf, type VisitRow } from "./breakdown.ts";
import { type Comparison, comparedRange, partsOfCompared } from "./comparison.ts";
import type { CheckedFilter } from "./filter.ts";
import type { Part, PartBy, PartRow } from "./part-sum.ts";
import { firstKeptHour, isWholeDays, type VisitRange } from "./range.ts";
import type { PartRows } from "./report-store.ts";
import { bucketsOf, type VisitBucket } from "./series.ts";
import { isUnanswered, monthPartOf, sourceOf, type Unanswered } from "./source.ts";
import { type Dimension, sumOf, type VisitNumbers } from "./statistics.ts";

/** Which parts a report has besides the series. */
export interface Asked {
  by: readonly Dimension[];
  /** The series of an earlier period. */
  compare?: Comparison | undefined;
  /** By hour of the week. */
  week?: boolean;
}

/** The numbers of a range, and of each of its buckets. */
export interface Series {
  from: Date;
  /** Exclusive. */
  to: Date;
  totals: VisitNumbers;
  buckets: VisitBucket[];
}

/** A row of a report. `name` is that of the QR code or link. */
export interface ReportRow extends VisitRow {
  publicName: string | null;
  /** Of a QR code. */
  linkName: string | null;
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
  answer: { rows: ReportRow[] } | Unanswered;
}

/** The parts of a report. */
export interface ReportAnswers {
  series: Series | Unanswered;
  /** Of an earlier period; null: not asked for. */
  comparison: Series | Unanswered | null;
  breakdowns: Breakdown[];
  week: Week | Unanswered | null;
}

/** A part by its place in `parts`, or why there is none. */
type PartPlace = number | Unanswered;

/** What is read for a report. */
export interface Questions {
  range: VisitRange;
  parts: Part[];
  series: PartPlace;
  comparison: { range: VisitRange; parts: PartPlace[] } | null;
  breakdowns: { by: Dimension; part: PartPlace }[];
  week: { from: Date; to: Date; part: PartPlace } | null;
}

/** The parts that answer what is asked, each from the rows that hold it. */
export function questionsOf(
  filter: CheckedFilter,
  range: VisitRange,
  { by, compare, week = false }: Asked,
  now: Date,
): Questions {
  const parts: Part[] = [];
  const ask = (partBy: PartBy, asked: VisitRange, hours = asked.interval === "hour"): PartPlace => {
    const dimension = partBy === "period" || partBy === "week" ? null : partBy;
    const isRecent = asked.from >= firstKeptHour(asked.zone, now);
    const byHour = hours || filter.hours !== null;
    const question = { filter, by: dimension, hours: byHour, isRecent };
    const source = sourceOf(question);
    if (isUnanswered(source)) return source;
    const monthPart = isRecent ? null : monthPartOf(question);
    return parts.push({ by: partBy, range: asked, hours: byHour, source, monthPart }) - 1;
  };
  const days: VisitRange = { ...range, interval: "day" };
  const series = ask("period", range);
  const compared = compare && comparedRange(range, compare, now);
  const comparison = compared && partsOfCompared(compared);
  const breakdowns = by.map((dimension) => {
    if (range.interval === "hour" && !isWholeDays(range)) {
      return { by: dimension, part: { unanswered: "whole_days" } as const };
    }
    return { by: dimension, part: dimension === "visitor" ? series : ask(dimension, days) };
  });
  return {
    range,
    parts,
    series,
    comparison: compared
      ? {
          range: compared.range,
          parts: [
            ...(comparison?.whole ? [ask("period", comparison.whole)] : []),
            ...(comparison?.partial ? [ask("period", comparison.partial, true)] : []),
          ],
        }
      : null,
    breakdowns,
    week: week ? weekOf(range, now, ask) : null,
  };
}

/** The hours of a range that are still kept. */
function weekOf(
  range: VisitRange,
  now: Date,
  ask: (by: PartBy, range: VisitRange) => PartPlace,
): Questions["week"] {
  const from = new Date(Math.max(range.from.getTime(), firstKeptHour(range.zone, now).getTime()));
  const { to } = range;
  if (from >= to) return { from, to, part: { unanswered: "too_old" } };
  return { from, to, part: ask("week", { ...range, from, to, interval: "hour" }) };
}

/** The parts of the report, from the rows that were found for each question. */
export function answersOf(questions: Questions, found: readonly PartRows[]): ReportAnswers {
  const rowsOfPart = (part: PartPlace): PartRow[] | Unanswered =>
    typeof part === "number" ? (found[part] ?? { unanswered: "too_many" }) : part;
  const series = seriesOf(questions.range, [rowsOfPart(questions.series)]);
  const { week, comparison } = questions;
  return {
    series,
    comparison: comparison && seriesOf(comparison.range, comparison.parts.map(rowsOfPart)),
    breakdowns: questions.breakdowns.map(({ by, part }) => {
      const rows = rowsOfPart(part);
      if (isUnanswered(series)) return { by, answer: series };
      if (isUnanswered(rows)) return { by, answer: rows };
      return { by, answer: { rows: reportRows(by, rows, series.totals) } };
    }),
    week: week && heatOf(week, rowsOfPart(week.part)),
  };
}

function seriesOf(range: VisitRange, parts: readonly (PartRow[] | Unanswered)[]): Series | Unanswered {
  const rows: PartRow[] = [];
  for (const part of parts) {
    if (isUnanswered(part)) return part;
    rows.push(...part);
  }
  const numbers = rows.map(({ key, scans, clicks, robots, previews }) => ({
    start: Number(key),
    ...{ scans, clicks, robots, previews },
  }));
  return { from: range.from, to: range.to, totals: sumOf(numbers), buckets: bucketsOf(range, numbers) };
}

function reportRows(by: Dimension, rows: readonly PartRow[], totals: VisitNumbers): ReportRow[] {
  const names = new Map(rows.map((row) => [row.key, row]));
  const values = rows.map(({ key, name, scans, clicks, robots, previews }) => ({
    ...{ key, name, scans, clicks, robots, previews },
  }));
  return rowsOf(by, values, totals).map((row) => ({
    ...row,
    publicName: names.get(row.key)?.publicName ?? null,
    linkName: names.get(row.key)?.linkName ?? null,
  }));
}

function heatOf({ from, to }: { from: Date; to: Date }, rows: PartRow[] | Unanswered): Week | Unanswered {
  if (isUnanswered(rows)) return rows;
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { key, scans, clicks } of rows) {
    const [day, hour] = (key ?? "").split("-").map(Number);
    const ofDay = day === undefined ? undefined : hours[day];
    if (ofDay && hour !== undefined) ofDay[hour] = scans + clicks;
  }
  return { from, to, hours };
}
