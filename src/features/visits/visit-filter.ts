import { validationFailed } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { RETAILERS } from "../../ground/core/vocabulary.ts";
import { DEVICES } from "../../ground/platform/known-user-agents.ts";

/** The filters of a visit report, by query parameter. */
export const FILTERS = [
  ...(["projectId", "link", "qrCode", "country", "device", "retailer"] as const),
  ...(["source", "tag", "dayOfWeek", "hour"] as const),
] as const;
export type FilterName = (typeof FILTERS)[number];
/** The text value of each filter. Absent filters don't apply. */
export type VisitFilter = Partial<Record<FilterName, string>>;

/** The days of the week, from Sunday as 0. */
export const DAYS_OF_WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** A validated filter. Null values don't filter. */
export interface CheckedFilter {
  projectId: string | null;
  linkId: string | null;
  /** The identifier of a QR code of the link. */
  qrIdentifier: string | null;
  country: string | null;
  device: string | null;
  retailer: string | null;
  /** In lower case. */
  source: string | null;
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
  if (filter.country !== undefined && !/^[A-Z0-9]{2}$/.test(filter.country)) {
    problems.push({ field: "country", message: "must be a country code of two capital letters" });
  }
  if (filter.device !== undefined && !isOneOf(filter.device, DEVICES)) {
    problems.push({ field: "device", message: `must be one of ${DEVICES.join(", ")}` });
  }
  if (filter.retailer !== undefined && !isOneOf(filter.retailer, RETAILERS)) {
    problems.push({ field: "retailer", message: `must be one of ${RETAILERS.join(", ")}` });
  }
  if (filter.source !== undefined && !/^[a-z0-9-]{1,40}$/i.test(filter.source)) {
    problems.push({ field: "source", message: "must be 1 to 40 letters, digits or hyphens" });
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
    country: filter.country ?? null,
    device: filter.device ?? null,
    retailer: filter.retailer ?? null,
    source: filter.source?.toLowerCase() ?? null,
    tag: filter.tag ?? null,
    daysOfWeek,
    hours,
  };
}

/** The numbers of these days; -1 for an unknown day. */
const daysOfWeekIn = (text: string): number[] => text.split(",").map(dayOfWeek);

/** These hours; NaN for an invalid hour. */
const hoursIn = (text: string): number[] =>
  text.split(",").map((hour) => (/^\d{1,2}$/.test(hour) ? Number(hour) : Number.NaN));

/** The number of a day of the week, from Sunday as 0; -1 for an unknown name. */
export const dayOfWeek = (name: string): number => DAY_NAMES.indexOf(name);

const DAY_NAMES: readonly string[] = DAYS_OF_WEEK;

const isOneOf = (value: string, words: readonly string[]): boolean => words.includes(value);
