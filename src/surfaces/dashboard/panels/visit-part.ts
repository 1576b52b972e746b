import type { Child } from "hono/jsx";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { VisitFilter } from "../../../features/visits/visit-filter.ts";
import type { RangeInput } from "../../../features/visits/visit-range.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The visits that a screen shows. */
export interface VisitView {
  filter: VisitFilter;
  range: Omit<RangeInput, "interval">;
  /** Whether there is room for tables. */
  hasTables: boolean;
  /** The path of the screen with them. */
  details: string;
}

/** What an extra shows beside visits. */
export interface VisitPart {
  /** Continues the sentence about the visits. */
  sentence?: string | undefined;
  section: Child;
}

/** The parts of extras beside the report of a view. They are read while the report is. */
export type ReadVisitParts = (
  c: DashboardContext,
  view: VisitView,
) => Promise<(report: VisitReport) => VisitPart[]>;

/** Reads what an extra shows beside the report of a view, while that is read. Null: nothing. */
export type ReadVisitPart = (
  c: DashboardContext,
  view: VisitView,
) => Promise<((report: VisitReport) => VisitPart | null) | null>;
