import { getVisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered } from "../../visits/report-plan.ts";
import type { VisitFilter } from "../../visits/visit-filter.ts";
import type { DashboardContext } from "../layout/context.ts";

/** How many people came today, by a code and otherwise: of a link, of a project, or of all that the member reaches. */
export async function visitsToday(
  { var: { place, dependencies } }: DashboardContext,
  filter: VisitFilter,
): Promise<{ scans: number; clicks: number }> {
  const input = { interval: "day", days: 1, filter, by: [] } as const;
  const { series } = await getVisitReport(place.actor, input, dependencies);
  if (isUnanswered(series)) return { scans: 0, clicks: 0 };
  const { scans, clicks } = series.totals;
  return { scans, clicks };
}
