import { DAY_MS } from "../core/days.ts";
import { rowsOf, type VisitRow } from "./breakdown.ts";
import type { CheckedFilter } from "./filter.ts";
import { periodsOf, type VisitRange } from "./range.ts";
import type { Part, PartBy, PartRow } from "./report-queries.ts";
import type { PartRows } from "./report-store.ts";
import { bucketsOf, type VisitBucket } from "./series.ts";
import { firstKeptHour, isUnanswered, sourceOf, type Unanswered } from "./source.ts";
import { type Dimension, sumOf, type VisitNumbers } from "./statistics.ts";

/** Which parts a report has besides the series. */
export interface Asked {
  by: readonly Dimension[];
  /** The series of the period of the same length before. */
  before?: boolean;
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

/** People by day of the week (0 is Sunday) and hour (UTC), of the part of the range of which hours are kept. */
export interface Week {
  from: Date;
  to: Date;
  hours: number[][];
}

/** Visits by one dimension. */
export interface Breakdown {
  by: Dimension;
  answer: { rows: ReportRow[] } | Unanswered;
}

/** The parts of a report. */
export interface ReportAnswers {
  series: Series | Unanswered;
  /** Of the period of the same length before; null: not asked for. */
  before: Series | Unanswered | null;
  breakdowns: Breakdown[];
  week: Week | Unanswered | null;
}

/** What is read for a report. A part is named by its place in `parts`, or said to have no answer. */
export interface Questions {
  range: VisitRange;
  earlier: VisitRange;
  parts: Part[];
  series: number | Unanswered;
  before: number | Unanswered | null;
  breakdowns: { by: Dimension; part: number | Unanswered }[];
  week: { from: Date; to: Date; part: number | Unanswered } | null;
}

/** The parts that answer what is asked, each from the totals or counters that hold it. */
export function questionsOf(
  filter: CheckedFilter,
  range: VisitRange,
  { by, before: isCompared = false, week = false }: Asked,
  now: Date,
): Questions {
  const parts: Part[] = [];
  const ask = (partBy: PartBy, asked: VisitRange): number | Unanswered => {
    const hours = asked.interval === "hour";
    const dimension = partBy === "period" || partBy === "week" ? null : partBy;
    const source = sourceOf({ filter, by: dimension, hours, from: asked.from }, now);
    if (isUnanswered(source)) return source;
    const from = source.from === "totals" ? source.dimension : source.from;
    return parts.push({ by: partBy, source: from, periods: periodsOf(asked), hours }) - 1;
  };
  const length = range.to.getTime() - range.from.getTime();
  const earlier = { ...range, from: new Date(range.from.getTime() - length), to: range.from };
  const days: VisitRange = { ...range, interval: "day" };
  const series = ask("period", range);
  const before = isCompared ? ask("period", earlier) : null;
  const breakdowns = by.map((dimension) => {
    if (range.interval === "hour" && !isWholeDays(range)) {
      return { by: dimension, part: { unanswered: "whole_days" } as const };
    }
    return { by: dimension, part: dimension === "visitor" ? series : ask(dimension, days) };
  });
  return { range, earlier, parts, series, before, breakdowns, week: week ? weekOf(range, now, ask) : null };
}

const isWholeDays = ({ from, to }: VisitRange): boolean =>
  from.getTime() % DAY_MS === 0 && to.getTime() % DAY_MS === 0;

/** The hours of a range that are still kept. */
function weekOf(
  range: VisitRange,
  now: Date,
  ask: (by: PartBy, range: VisitRange) => number | Unanswered,
): Questions["week"] {
  const from = new Date(Math.max(range.from.getTime(), firstKeptHour(now).getTime()));
  const { to } = range;
  if (from >= to) return { from, to, part: { unanswered: "too_old" } };
  return { from, to, part: ask("week", { from, to, interval: "hour" }) };
}

/** The parts of the report, from the rows that were found for each question. */
export function answersOf(questions: Questions, found: readonly PartRows[]): ReportAnswers {
  const rowsOfPart = (part: number | Unanswered): PartRow[] | Unanswered =>
    typeof part === "number" ? (found[part] ?? { unanswered: "too_many" }) : part;
  const series = seriesOf(questions.range, rowsOfPart(questions.series));
  const { week } = questions;
  return {
    series,
    before: questions.before === null ? null : seriesOf(questions.earlier, rowsOfPart(questions.before)),
    breakdowns: questions.breakdowns.map(({ by, part }) => {
      const rows = rowsOfPart(part);
      if (isUnanswered(series)) return { by, answer: series };
      if (isUnanswered(rows)) return { by, answer: rows };
      return { by, answer: { rows: reportRows(by, by === "visitor" ? [] : rows, series.totals) } };
    }),
    week: week && heatOf(week, rowsOfPart(week.part)),
  };
}

function seriesOf(range: VisitRange, rows: PartRow[] | Unanswered): Series | Unanswered {
  if (isUnanswered(rows)) return rows;
  const periods = rows.map(({ key, scans, clicks, robots, previews }) => ({
    period: key ?? "",
    ...{ scans, clicks, robots, previews },
  }));
  return { from: range.from, to: range.to, totals: sumOf(periods), buckets: bucketsOf(range, periods) };
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
