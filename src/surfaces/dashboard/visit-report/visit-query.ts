import { COMPARISONS, type Comparison } from "../../../features/visits/comparison.ts";
import type { SharedView } from "../../../features/visits/shared-report.ts";
import { DIMENSIONS, type Dimension } from "../../../features/visits/statistics.ts";
import { FILTERS, type VisitFilter } from "../../../features/visits/visit-filter.ts";
import { INTERVALS, intervalFor, type Period } from "../../../features/visits/visit-range.ts";
import { type FieldProblem, validationFailed } from "../../../ground/core/errors.ts";

/** The periods in days that end today. */
const PERIODS = [1, 7, 30, 90] as const;
/** The default period in days. */
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

/**
 * The view of URL parameters. `today` ends a period without an end. Throws `validation_failed` for invalid days and intervals.
 */
export function visitQueryIn(parameters: URLSearchParams, today: string): VisitQuery {
  const filter: VisitFilter = {};
  for (const name of FILTERS) {
    // A form sends a value for each checkbox.
    const value = parameters.getAll(name).filter(Boolean).join(",");
    if (value) filter[name] = value;
  }
  const problems: FieldProblem[] = [];
  for (const name of ["from", "to"] as const) {
    if (parameters.get(name) && dayIn(parameters, name) === null) {
      problems.push({ field: name, message: "must be a day from 2000 to 2099" });
    }
  }
  const [from, to] = [dayIn(parameters, "from"), dayIn(parameters, "to")];
  if (to !== null && from === null)
    problems.push({ field: "from", message: "must be given with the last day" });
  const period: Period = from === null ? { days: daysIn(parameters) } : { from, to: to ?? today };
  const asked = parameters.get("interval");
  const interval = asked ? INTERVALS.find((each) => each === asked) : intervalFor(period);
  if (!interval) problems.push({ field: "interval", message: `must be one of ${INTERVALS.join(", ")}` });
  if (problems.length > 0) throw validationFailed(problems);
  return {
    filter,
    period,
    interval: interval ?? "day",
    compare: parameters.get("compare") === NO_COMPARISON ? null : comparisonIn(parameters),
    ownInterval: Boolean(asked),
    show: SHOWN.find((each) => each === parameters.get("show")) ?? "visits",
    tabs: DIMENSIONS.filter((each) => parameters.get("tab")?.split(",").includes(each)),
    all: DIMENSIONS.find((each) => each === parameters.get("all")) ?? null,
  };
}

/** The value of `compare` without a comparison. */
const NO_COMPARISON = "none";

const comparisonIn = (parameters: URLSearchParams): Comparison =>
  COMPARISONS.find((each) => each === parameters.get("compare")) ?? "previous";

const daysIn = (parameters: URLSearchParams): number =>
  PERIODS.find((days) => String(days) === parameters.get("days")) ?? DEFAULT_DAYS;

/** A day of the URL; null if it is absent or invalid. */
export function dayIn(parameters: URLSearchParams, name: "from" | "to"): string | null {
  const text = parameters.get(name);
  return text && isDay(text) ? text : null;
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
  for (const [name, value] of Object.entries(changes.more ?? {})) parameters.set(name, value);
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The tables that the overview asks a report for. */
export const OVERVIEW_TABLES = ["link", "retailer", "country", "qrCode"] as const;
