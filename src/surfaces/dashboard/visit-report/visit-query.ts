import * as z from "zod";
import { COMPARISONS, type Comparison } from "../../../features/visits/comparison.ts";
import { DIMENSIONS, type Dimension } from "../../../features/visits/dimensions.ts";
import type { SharedView } from "../../../features/visits/shared-report.ts";
import { FILTERS, type VisitFilter } from "../../../features/visits/visit-filter.ts";
import {
  HOURS_KEPT_DAYS,
  INTERVALS,
  type Interval,
  intervalFor,
  type Period,
} from "../../../features/visits/visit-range.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import { dayAfter } from "../../../ground/core/zone.ts";
import {
  allTexts,
  fieldReader,
  fieldsNamed,
  nullableText,
  oneNumber,
  oneOf,
  oneText,
} from "../layout/forms.ts";

/** The periods in days that end today. */
const PERIODS = [1, 7, 30, 90] as const;
const DEFAULT_DAYS = 30;

/** The numbers of a report, of which the chart shows one. */
export const SHOWN = ["visits", "scans", "clicks"] as const;
export type Shown = (typeof SHOWN)[number];

/** The view that a URL describes. */
export interface VisitQuery extends SharedView {
  compare: Comparison | null;
  /** Whether the URL has an interval; otherwise it follows from the period. */
  ownInterval: boolean;
  /** The number that the chart shows. */
  show: Shown;
  /** The tables that their cards show instead of the first. */
  tabs: readonly Dimension[];
  /** The table that shows all its rows. */
  all: Dimension | null;
}

/** The value of `compare` without a comparison. */
const NO_COMPARISON = "none" as const;

/** A day of the URL; null if it is absent. */
const day = nullableText.refine((text) => text === null || isDay(text), "must be a day from 2000 to 2099");

const readParameters = fieldReader({
  // A form sends a value for each checkbox.
  ...fieldsNamed(
    FILTERS,
    allTexts.transform((values) => values.filter(Boolean).join(",")),
  ),
  from: day,
  to: day,
  days: oneNumber.transform((number) => PERIODS.find((days) => days === number) ?? DEFAULT_DAYS),
  interval: nullableText.pipe(z.enum(INTERVALS).nullable()),
  compare: oneOf([...COMPARISONS, NO_COMPARISON]),
  show: oneOf(SHOWN),
  tab: oneText.transform((text) => DIMENSIONS.filter((each) => text.split(",").includes(each))),
  all: oneOf(DIMENSIONS),
});

/**
 * The view of URL parameters. `today` ends a period without an end. Throws `validation_failed` for invalid days and intervals.
 */
export function visitQueryIn(parameters: URLSearchParams, today: string): VisitQuery {
  const { from, to, days, interval, compare = "previous", ...read } = readParameters(parameters);
  if (to !== null && from === null)
    throw validationFailed([{ field: "from", message: "must be given with the last day" }]);
  const period: Period = from === null ? { days } : { from, to: to ?? today };
  const filter: VisitFilter = {};
  for (const name of FILTERS) if (read[name]) filter[name] = read[name];
  // With another link, the form still sends the code of the earlier one.
  const codeOf = parseQrCodeId(filter.qrCode ?? "")?.linkId;
  if (codeOf !== undefined && filter.link !== undefined && filter.link !== codeOf) delete filter.qrCode;
  return {
    filter,
    period,
    interval: interval ?? defaultInterval(period, today),
    compare: compare === NO_COMPARISON ? null : compare,
    ownInterval: interval !== null,
    show: read.show ?? "visits",
    tabs: read.tab,
    all: read.all ?? null,
  };
}

/** The interval of a period for which nobody chose one: days where hours are no longer stored. */
function defaultInterval(period: Period, today: string): Interval {
  const interval = intervalFor(period);
  const isTooOld = "from" in period && period.from <= dayAfter(today, -HOURS_KEPT_DAYS);
  return interval === "hour" && isTooOld ? "day" : interval;
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The parameters of a period. The default period needs none. */
const periodParameters = (period: Period): Record<string, string> => {
  if ("from" in period) return { from: period.from, to: period.to };
  return period.days === DEFAULT_DAYS ? {} : { days: String(period.days) };
};

/** The URL of a view with other filters, period or table. Empty values remove a filter. */
export function visitHref(
  path: string,
  query: SharedView & { ownInterval?: boolean; show?: Shown; tabs?: readonly Dimension[] },
  changes: { filter?: VisitFilter; period?: Period; more?: Record<string, string> } = {},
): string {
  const parameters = new URLSearchParams(periodParameters(changes.period ?? query.period));
  // Another period gets its own default interval.
  if (query.ownInterval && !changes.period) parameters.set("interval", query.interval);
  if (query.compare === null) parameters.set("compare", NO_COMPARISON);
  else if (query.compare && query.compare !== "previous") parameters.set("compare", query.compare);
  if (query.show && query.show !== "visits") parameters.set("show", query.show);
  if (query.tabs?.length) parameters.set("tab", query.tabs.join());
  const filter = { ...query.filter, ...changes.filter };
  for (const name of FILTERS) if (filter[name]) parameters.set(name, filter[name]);
  // Without a query, a view starts with the last project.
  if (changes.filter?.projectId === "") parameters.set("projectId", "");
  for (const [name, value] of Object.entries(changes.more ?? {})) parameters.set(name, value);
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The tables that the overview asks a report for. */
export const OVERVIEW_TABLES = ["link", "retailer", "country", "qrCode"] as const;
