import { type Comparison, comparedRange, partsOfCompared } from "./comparison.ts";
import { DIMENSION_FACTS, type Dimension, FILTER_DIMENSIONS, isApart, type KeptIn } from "./dimensions.ts";
import type { CheckedFilter } from "./visit-filter.ts";
import { firstKeptHour, isWholeDays, type VisitRange } from "./visit-range.ts";

/** Maximum rows of links that a part reads, unless sheets have what it needs. */
export const MAX_LINK_DAYS = 100_000;

/**
 * Why a part has no answer: hours are stored for 90 days (`too_old`); it would read more than `MAX_LINK_DAYS` (`too_many`);
 * data exists for whole days only (`whole_days`); or it is counted only by link and day and can't be combined with
 * other filters (`apart`).
 */
export type Reason = "too_old" | "too_many" | "whole_days" | "apart";
/** A missing answer with its reason. */
export interface Unanswered {
  unanswered: Reason;
}

/** What the JSON columns of a row distinguish. */
export type Attribute = KeptIn<"counts" | "apart"> | "hour";

/** What to read of a row: its numbers, its sums by one attribute, or its counts. */
export type Reading = "numbers" | Attribute | "counts";

/** The grouping of a part: buckets of a series, or values of a dimension. */
export type PartBy = "period" | Exclude<Dimension, "visitor">;

export interface Part {
  by: PartBy;
  range: VisitRange;
  /** Whether the first and last day count only partly, by the hour. */
  hours: boolean;
  /** The source: the rows of projects or of one link; the rows of all links of projects; or a ranking of links, which reads sheets. */
  from: "rows" | "links" | "ranking";
  reading: Reading;
  /** What to read of month rows; null if day rows cover the whole range. */
  monthReading: Reading | null;
  /** Whether its rows have visitors: people can't be counted by what their sketches don't distinguish. */
  visitors: boolean;
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
  /** The daily visitors of the whole range, if it is whole days and the series is by hour; null: they are those of the series. */
  visitors: PartPlace | null;
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
    visitors: range.interval === "hour" && isWholeDays(range) ? addPart("period", days) : null,
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

/**
 * Plans a part. Which rows answer which question:
 *
 *     links | other filters    | by                | from     | rows
 *     any   | none or retailer | period, retailer  | rows     | one for each project and day, retailers apart
 *     all   | tag, day of week | link, code        | ranking  | sheets, and on other days the rows of every link
 *     all   | others           | link, code        | links    | those of every link, read in pages
 *     all   | tag              | any               | links    | those of the links with the tag
 *     one   | any              | any               | rows     | those of the link
 *
 * What is read of a row: its numbers if no attribute counts; the sums of the only attribute if it has them; else its counts. Days
 * that are rolled up are in the row of their month, which has fewer sums, and no hours.
 */
function partOf(
  filter: CheckedFilter,
  asked: Pick<Part, "by" | "range" | "hours">,
  now: Date,
): Part | Unanswered {
  const { by, range, hours } = asked;
  const attributes = attributesOf(filter, by, hours);
  if (attributes.length > 1 && attributes.some(isApart)) return { unanswered: "apart" };
  const isRecent = range.from >= firstKeptHour(range.zone, now);
  if (!isRecent && attributes.includes("hour")) return { unanswered: "too_old" };
  const isOfLinks = filter.linkId === null && (by === "link" || by === "qrCode" || filter.tag !== null);
  const isOfRows = by === "link" || by === "qrCode" || !isOfLinks;
  return {
    ...asked,
    from: !isOfLinks ? "rows" : isRanked(filter, asked) ? "ranking" : "links",
    visitors: isOfRows && attributes.every((each) => each === "qrCode"),
    reading: readingOf(attributes, filter.linkId !== null || isOfLinks ? OF_LINK : OF_PROJECT),
    monthReading: isRecent ? null : readingOf(attributes, OF_LINK),
  };
}

/** The attributes with sums in a row of a link, in each row of a month, and in a row of a project, besides those apart. */
const OF_LINK: readonly Attribute[] = ["qrCode"];
const OF_PROJECT: readonly Attribute[] = ["country", "device", "hour"];

function readingOf([first, ...more]: readonly Attribute[], summed: readonly Attribute[]): Reading {
  if (first === undefined) return "numbers";
  return more.length === 0 && (isApart(first) || summed.includes(first)) ? first : "counts";
}

/** Whether sheets have everything for a ranking: nothing but projects, tag and whole days is filtered. */
const isRanked = (filter: CheckedFilter, { by, hours }: Pick<Part, "by" | "hours">): boolean =>
  (by === "link" || by === "qrCode") && !hours && FILTER_DIMENSIONS.every((each) => filter[each] === null);

/** What a part needs of the JSON columns: for its filters, and for its rows. */
function attributesOf(filter: CheckedFilter, by: PartBy, hours: boolean): Attribute[] {
  const filtered: readonly Dimension[] = FILTER_DIMENSIONS.filter((each) => filter[each] !== null);
  const all = new Set<Attribute>(filtered.filter(isInJson));
  if (filter.qrIdentifier !== null) all.add("qrCode");
  if (hours) all.add("hour");
  if (by !== "period" && isInJson(by)) all.add(by);
  return [...all];
}

const isInJson = (by: Dimension): by is KeptIn<"counts" | "apart"> =>
  ["counts", "apart"].includes(DIMENSION_FACTS[by].kept);

/** The answer; null if there is none or none was requested. */
export const answerOf = <T extends object>(answer: T | Unanswered | null): T | null =>
  answer && !isUnanswered(answer) ? answer : null;

export const isUnanswered = <T extends object>(answer: T | Unanswered): answer is Unanswered =>
  "unanswered" in answer;
