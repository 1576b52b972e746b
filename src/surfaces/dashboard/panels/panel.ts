import type { Child } from "hono/jsx";
import type { Link } from "../../../features/links/link.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The parts of an extra on the page of a link. */
export interface LinkPanel {
  /** Above everything. */
  notice?: Child;
  /** An item in the list of what needs attention, if there is one. */
  attention?: Child;
  /** Below the definition. */
  section?: Child;
  /** Between the numbers and the chart of the visits. */
  visits?: (report: VisitReport) => Child;
}

/** The panels of extras on the page of a link. `isOfVisits`: whether the tab with the visits is in front. */
export type LinkPanels = Readonly<
  Record<string, (c: DashboardContext, link: Link, view: { isOfVisits: boolean }) => Promise<LinkPanel>>
>;
