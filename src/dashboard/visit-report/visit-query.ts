import { type FieldProblem, validationFailed } from "../../core/errors.ts";
import { COMPARISONS, type Comparison } from "../../visits/comparison.ts";
import type { SharedView } from "../../visits/shared-report.ts";
import { DIMENSIONS, type Dimension } from "../../visits/statistics.ts";
import { FILTERS, type VisitFilter } from "../../visits/visit-filter.ts";
import { INTERVALS, intervalFor, type Period } from "../../visits/visit-range.ts";

/** The periods that are offered, in days: today, and some that end with it. */
export const PERIODS = [1, 7, 30, 90] as const;
/** The period of an address that names none, in days. */
const DEFAULT_DAYS = 30;

/** What the address of a screen asks for. */
export interface VisitQuery extends SharedView {
  compare: Comparison | null;
  /** Whether the address names the interval; else it follows from the period. */
  ownInterval: boolean;
  /** The table of which all rows are shown. */
  all: Dimension | null;
}

/**
 * What the parameters ask for. `today` is the end of a period that has only a beginning. Throws `validation_failed` for
 * days that do not exist and for an interval that there is not.
 */
export function visitQueryIn(parameters: URLSearchParams, today: string): VisitQuery {
  const filter: VisitFilter = {};
  for (const name of FILTERS) {
    // Boxes of a form give a value each.
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
    all: DIMENSIONS.find((each) => each === parameters.get("all")) ?? null,
  };
}

/** What the address says where nothing is compared. */
export const NO_COMPARISON = "none";

const comparisonIn = (parameters: URLSearchParams): Comparison =>
  COMPARISONS.find((each) => each === parameters.get("compare")) ?? "previous";

const daysIn = (parameters: URLSearchParams): number =>
  PERIODS.find((days) => String(days) === parameters.get("days")) ?? DEFAULT_DAYS;

/** The day that an address names; null where it names none that exists. */
export function dayIn(parameters: URLSearchParams, name: "from" | "to"): string | null {
  const text = parameters.get(name);
  return text && isDay(text) ? text : null;
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The parameters of a period. Those of the last 30 days are none, as that is what an address without them means. */
const periodParameters = (period: Period): Record<string, string> => {
  if ("from" in period) return { from: period.from, to: period.to };
  return period.days === DEFAULT_DAYS ? {} : { days: String(period.days) };
};

/** The address of a view with other filters, period or table; empty values take a filter away. */
export function visitHref(
  path: string,
  query: SharedView & { ownInterval?: boolean },
  changes: { filter?: VisitFilter; period?: Period; more?: Record<string, string> } = {},
): string {
  const parameters = new URLSearchParams(periodParameters(changes.period ?? query.period));
  // Another period takes the interval that suits it.
  if (query.ownInterval && !changes.period) parameters.set("interval", query.interval);
  if (query.compare === null) parameters.set("compare", NO_COMPARISON);
  else if (query.compare && query.compare !== "previous") parameters.set("compare", query.compare);
  const filter = { ...query.filter, ...changes.filter };
  for (const name of FILTERS) if (filter[name]) parameters.set(name, filter[name]);
  for (const [name, value] of Object.entries(changes.more ?? {})) parameters.set(name, value);
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}
