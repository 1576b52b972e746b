import { type Comparison, comparedRange, partsOfCompared } from "./comparison.ts";
import type { Dimension } from "./statistics.ts";
import type { CheckedFilter } from "./visit-filter.ts";
import { firstKeptHour, isWholeDays, type VisitRange } from "./visit-range.ts";

/**
 * Why a part has no answer: hours are stored for 90 days (`too_old`); the query would read too many rows (`too_many`);
 * data exists for whole days only (`whole_days`); or it is counted only by link and day and can't be combined with
 * other filters (`apart`).
 */
export type Reason = "too_old" | "too_many" | "whole_days" | "apart";
/** A missing answer with its reason. */
export interface Unanswered {
  unanswered: Reason;
}

/** Attributes by which visits are counted, besides day, link, retailer and class. */
type Attribute = "country" | "device" | "hour" | "qrCode" | "referrer" | "choice" | "lot" | "source";

/** The column of a row to read: its numbers, its totals by one attribute, its referrers or lots, or its counts. */
export type Reading = "numbers" | Attribute | "counts";

/** The grouping of a part: buckets of a series, or values of a dimension. */
export type PartBy = "period" | Exclude<Dimension, "visitor">;

export interface Part {
  by: PartBy;
  range: VisitRange;
  /** Whether the first and last day count only partly, by the hour. */
  hours: boolean;
  /** The source: the rows of projects or of one link; the rows of all links of projects; or a ranking of links. */
  from: "rows" | "links" | "ranking";
  reading: Reading;
  /** What to read of month rows; null if day rows cover the whole range. */
  monthReading: Reading | null;
}

/** The requested parts of a report besides the series. */
export interface RequestedParts {
  by: readonly Dimension[];
  /** The series of an earlier period. */
  compare?: Comparison | undefined;
}

/** The index of a part in `parts`, or why there is none. */
export type PartPlace = number | Unanswered;

/** The queries of a report. */
export interface ReportPlan {
  range: VisitRange;
  parts: Part[];
  series: PartPlace;
  comparison: { range: VisitRange; parts: PartPlace[] } | null;
  breakdowns: { by: Dimension; part: PartPlace }[];
}

/** Plans the queries of a report, each on the rows that contain the answer. */
export function planReport(
  filter: CheckedFilter,
  range: VisitRange,
  { by, compare }: RequestedParts,
  now: Date,
): ReportPlan {
  const parts: Part[] = [];
  const addPart: AddPart = (partBy, asked, hours = asked.interval === "hour") => {
    const part = partOf(filter, { by: partBy, range: asked, hours: hours || filter.hours !== null }, now);
    return isUnanswered(part) ? part : parts.push(part) - 1;
  };
  const days: VisitRange = { ...range, interval: "day" };
  const series = addPart("period", range);
  const breakdowns = by.map((dimension) => {
    const isPartial = range.interval === "hour" && !isWholeDays(range);
    const part: PartPlace = isPartial
      ? { unanswered: "whole_days" }
      : dimension === "visitor"
        ? series
        : addPart(dimension, days);
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
            ...(comparison?.whole ? [addPart("period", comparison.whole)] : []),
            ...(comparison?.partial ? [addPart("period", comparison.partial, true)] : []),
          ],
        }
      : null,
    breakdowns,
  };
}

type AddPart = (by: PartBy, range: VisitRange, hours?: boolean) => PartPlace;

/** The attributes with totals in a row. All other attributes are only in its counts. */
const TOTALS: Record<"link" | "project" | "month", readonly Attribute[]> = {
  link: ["qrCode", "referrer", "choice", "lot", "source"],
  project: ["country", "device", "hour", "referrer", "choice", "lot", "source"],
  month: ["qrCode", "referrer", "choice", "lot", "source"],
};

/** Attributes that are counted only by link and day. */
const APART: readonly Attribute[] = ["referrer", "choice", "lot", "source"];

function partOf(
  filter: CheckedFilter,
  asked: Pick<Part, "by" | "range" | "hours">,
  now: Date,
): Part | Unanswered {
  const { by, range, hours } = asked;
  const attributes = attributesOf(filter, by, hours);
  const eachLink = filter.linkId === null && (by === "link" || by === "qrCode" || filter.tag !== null);
  const { country, device, retailer, source, tag, daysOfWeek } = filter;
  const isPlain = [country, device, retailer, source, tag, daysOfWeek, filter.hours].every(
    (value) => value === null,
  );
  if (attributes.length > 1 && attributes.some((name) => APART.includes(name))) {
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
  if (filter.source !== null) attributes.add("source");
  if (hours) attributes.add("hour");
  if (by !== "period" && by !== "link" && by !== "retailer") attributes.add(by);
  return [...attributes];
}

/** The answer; null if there is none or none was requested. */
export const answerOf = <T extends object>(answer: T | Unanswered | null): T | null =>
  answer && !isUnanswered(answer) ? answer : null;

export const isUnanswered = <T extends object>(answer: T | Unanswered): answer is Unanswered =>
  "unanswered" in answer;
