import { type Comparison, comparedRange, partsOfCompared } from "./comparison.ts";
import type { CheckedFilter } from "./filter.ts";
import { firstKeptHour, isWholeDays, type VisitRange } from "./range.ts";
import type { Dimension } from "./statistics.ts";

/**
 * Why a question has no answer: hours are kept for 90 days (`too_old`); the answer would read more than one question may
 * (`too_many`); it is known for whole days only (`whole_days`); or what is asked for is counted by link and day alone and
 * not together with other filters (`apart`).
 */
export type Reason = "too_old" | "too_many" | "whole_days" | "apart";
/** Stands in place of an answer. */
export interface Unanswered {
  unanswered: Reason;
}

/** What visits are counted by, besides day, link, retailer and class. */
type Attribute = "country" | "device" | "hour" | "qrCode" | "referrer" | "choice";

/** What of a row answers a question: its numbers, its totals by one attribute, its referrers, or its counts. */
export type Reading = "numbers" | Attribute | "counts";

/** What the rows of a part are: buckets of a series, hours of the week, or values of a dimension. */
export type PartBy = "period" | "week" | Exclude<Dimension, "visitor">;

/** One part of a report. */
export interface Part {
  by: PartBy;
  range: VisitRange;
  /** Whether only these hours of the first and last day count. */
  hours: boolean;
  /**
   * Where the answer comes from: the rows of projects or of one link; the rows of each link of projects; or a ranking of
   * links.
   */
  from: "rows" | "links" | "ranking";
  /** What of the rows of days. */
  reading: Reading;
  /** What of the rows of months; null: all days of the range are in rows of days. */
  monthReading: Reading | null;
}

/** Which parts a report has besides the series. */
export interface Asked {
  by: readonly Dimension[];
  /** The series of an earlier period. */
  compare?: Comparison | undefined;
  /** By hour of the week. */
  week?: boolean;
}

/** A part by its place in `parts`, or why there is none. */
export type PartPlace = number | Unanswered;

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
  const ask: Ask = (partBy, asked, hours = asked.interval === "hour") => {
    const part = partOf(filter, { by: partBy, range: asked, hours: hours || filter.hours !== null }, now);
    return isUnanswered(part) ? part : parts.push(part) - 1;
  };
  const days: VisitRange = { ...range, interval: "day" };
  const series = ask("period", range);
  const breakdowns = by.map((dimension) => {
    const isPartial = range.interval === "hour" && !isWholeDays(range);
    const part: PartPlace = isPartial
      ? { unanswered: "whole_days" }
      : dimension === "visitor"
        ? series
        : ask(dimension, days);
    return { by: dimension, part };
  });
  const compared = compare && comparedRange(range, compare, now);
  const comparison = compared && partsOfCompared(compared);
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

type Ask = (by: PartBy, range: VisitRange, hours?: boolean) => PartPlace;

/** The hours of a range that are still kept. */
function weekOf(range: VisitRange, now: Date, ask: Ask): Questions["week"] {
  const from = new Date(Math.max(range.from.getTime(), firstKeptHour(range.zone, now).getTime()));
  const { to } = range;
  if (from >= to) return { from, to, part: { unanswered: "too_old" } };
  return { from, to, part: ask("week", { ...range, from, to, interval: "hour" }) };
}

/** What the totals of rows are by. What a row has no total of is among its counts. */
const TOTALS: Record<"link" | "project" | "month", readonly Attribute[]> = {
  link: ["qrCode", "referrer", "choice"],
  project: ["country", "device", "hour", "referrer", "choice"],
  month: ["qrCode", "referrer", "choice"],
};

function partOf(
  filter: CheckedFilter,
  asked: Pick<Part, "by" | "range" | "hours">,
  now: Date,
): Part | Unanswered {
  const { by, range, hours } = asked;
  const attributes = attributesOf(filter, by, hours);
  const eachLink = filter.linkId === null && (by === "link" || by === "qrCode" || filter.tag !== null);
  const { country, device, retailer, tag, daysOfWeek } = filter;
  const isPlain = [country, device, retailer, tag, daysOfWeek, filter.hours].every((value) => value === null);
  if (attributes.length > 1 && attributes.some((name) => name === "referrer" || name === "choice")) {
    return { unanswered: "apart" };
  }
  const isRecent = range.from >= firstKeptHour(range.zone, now);
  if (!isRecent && attributes.includes("hour")) return { unanswered: "too_old" };
  const readingOf = (totals: readonly Attribute[]): Reading => {
    const [first = "numbers", ...more] = attributes;
    return first === "numbers" || (more.length === 0 && totals.includes(first)) ? first : "counts";
  };
  return {
    ...asked,
    from: eachLink && isPlain && !hours ? "ranking" : eachLink ? "links" : "rows",
    reading: readingOf(filter.linkId !== null || eachLink ? TOTALS.link : TOTALS.project),
    monthReading: isRecent ? null : readingOf(TOTALS.month),
  };
}

function attributesOf(filter: CheckedFilter, by: PartBy, hours: boolean): Attribute[] {
  const attributes = new Set<Attribute>();
  if (filter.country !== null) attributes.add("country");
  if (filter.device !== null) attributes.add("device");
  if (filter.qrIdentifier !== null) attributes.add("qrCode");
  if (hours) attributes.add("hour");
  if (by !== "period" && by !== "week" && by !== "link" && by !== "retailer") attributes.add(by);
  return [...attributes];
}

/** The answer; null where there is none, or was none asked for. */
export const answerOf = <T extends object>(answer: T | Unanswered | null): T | null =>
  answer && !isUnanswered(answer) ? answer : null;

/** Whether there is no answer. */
export const isUnanswered = <T extends object>(answer: T | Unanswered): answer is Unanswered =>
  "unanswered" in answer;
