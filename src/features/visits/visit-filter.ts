import { validationFailed } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { FILTER_DIMENSIONS, type FilterDimension, filterOf } from "./dimensions.ts";

/** The filters of a visit report, by query parameter. */
export const FILTERS = [
  ...(["projectId", "link", "qrCode"] as const),
  ...FILTER_DIMENSIONS,
  ...(["tag", "dayOfWeek", "hour"] as const),
];
export type FilterName = (typeof FILTERS)[number];
/** The text value of each filter. Absent filters don't apply. */
export type VisitFilter = Partial<Record<FilterName, string>>;

/** The days of the week, from Sunday as 0. */
export const DAYS_OF_WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** A validated filter. Null values don't filter. Those of dimensions are as they are stored. */
export interface CheckedFilter extends Record<FilterDimension, string | null> {
  projectId: string | null;
  linkId: string | null;
  /** The identifier of a QR code of the link. */
  qrIdentifier: string | null;
  /** Links that have this tag now. */
  tag: string | null;
  /** Any of these days, Sunday being 0. */
  daysOfWeek: readonly number[] | null;
  /** Any of these hours on the clock, from 0 to 23. */
  hours: readonly number[] | null;
}

/**
 * Validates a filter. A QR code implies its link. Throws `validation_failed` for impossible values and for a QR code of
 * another link.
 */
export function checkedFilter(filter: VisitFilter): CheckedFilter {
  const problems: { field: string; message: string }[] = [];
  const code = filter.qrCode === undefined ? null : parseQrCodeId(filter.qrCode);
  if (filter.qrCode !== undefined && (!code || (filter.link !== undefined && code.linkId !== filter.link))) {
    problems.push({ field: "qrCode", message: "must be the id of a QR code of the link" });
  }
  for (const by of FILTER_DIMENSIONS) {
    const message = filterProblem(by, filter[by]);
    if (message !== undefined) problems.push({ field: by, message });
  }
  const daysOfWeek = filter.dayOfWeek === undefined ? null : daysOfWeekIn(filter.dayOfWeek);
  if (daysOfWeek?.includes(-1)) {
    const message = `must be one or more of ${DAYS_OF_WEEK.join(", ")}, with commas between them`;
    problems.push({ field: "dayOfWeek", message });
  }
  const hours = filter.hour === undefined ? null : hoursIn(filter.hour);
  if (hours?.some((hour) => !(hour < 24))) {
    problems.push({
      field: "hour",
      message: "must be one or more hours from 0 to 23, with commas between them",
    });
  }
  if (problems.length > 0) throw validationFailed(problems);
  return {
    projectId: filter.projectId ?? null,
    linkId: filter.link ?? code?.linkId ?? null,
    qrIdentifier: code?.identifier ?? null,
    ...valuesIn(filter),
    tag: filter.tag ?? null,
    daysOfWeek,
    hours,
  };
}

/** What is wrong with a value of a dimension; undefined if nothing is. */
function filterProblem(by: FilterDimension, value: string | undefined): string | undefined {
  const { accepts } = filterOf(by) ?? {};
  if (value === undefined || accepts === undefined) return undefined;
  if ("pattern" in accepts) return accepts.pattern.test(value) ? undefined : accepts.message;
  return accepts.includes(value) ? undefined : `must be one of ${accepts.join(", ")}`;
}

/** The values of dimensions, as they are stored. */
function valuesIn(filter: VisitFilter): Record<FilterDimension, string | null> {
  const values = FILTER_DIMENSIONS.map((by) => {
    const value = filter[by] ?? null;
    return [by, filterOf(by)?.isFolded ? (value?.toLowerCase() ?? null) : value];
  });
  return Object.fromEntries(values) as Record<FilterDimension, string | null>; // all of them
}

/** The numbers of these days; -1 for an unknown day. */
const daysOfWeekIn = (text: string): number[] => text.split(",").map(dayOfWeek);

/** These hours; NaN for an invalid hour. */
const hoursIn = (text: string): number[] =>
  text.split(",").map((hour) => (/^\d{1,2}$/.test(hour) ? Number(hour) : Number.NaN));

/** The number of a day of the week, from Sunday as 0; -1 for an unknown name. */
export const dayOfWeek = (name: string): number => DAY_NAMES.indexOf(name);

const DAY_NAMES: readonly string[] = DAYS_OF_WEEK;
