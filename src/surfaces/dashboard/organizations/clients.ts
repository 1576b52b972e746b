import type { Dependencies } from "../../../dependencies.ts";
import { memberActor } from "../../../features/access/actor.ts";
import type { Membership } from "../../../features/access/member-store.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import type { Series } from "../../../features/visits/report-parts.ts";
import type { Unanswered } from "../../../features/visits/report-plan.ts";
import { getAttention } from "../panels/panels.ts";

/** The days that a row shows, including today. */
export const SHOWN_DAYS = 7;

/** One organization of a person with its key figures. */
export interface Client {
  membership: Membership;
  /** Visits of the last `SHOWN_DAYS` days; null if currently unavailable. */
  visits: number | null;
  /** Visits of the days before, up to the same hour. */
  before: number | null;
  /** The number of lines on its overview; `more`: there are others. */
  attention: { count: number; more: boolean };
}

/** The key figures of an organization. Throws `service_unavailable`. */
export async function clientOf(membership: Membership, dependencies: Dependencies): Promise<Client> {
  const actor = memberActor(membership);
  const input = { days: SHOWN_DAYS, interval: "day", filter: {}, by: [], compare: "previous" } as const;
  const report = await getVisitReport(actor, input, dependencies);
  const request = { actor, projectId: undefined, zone: report.zone, dependencies };
  const { lines, more } = await getAttention(request);
  return {
    membership,
    visits: visitsIn(report.series),
    before: report.comparison && visitsIn(report.comparison),
    attention: { count: lines.length, more },
  };
}

const visitsIn = (series: Series | Unanswered): number | null =>
  typeof series === "object" && "totals" in series ? series.totals.scans + series.totals.clicks : null;
