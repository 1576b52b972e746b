import { csvText } from "../core/csv.ts";
import type { VisitStatistics } from "../visits/get-visits.ts";
import { prefersCsv } from "./csv.ts";
import type { VisitStatisticsResource } from "./visit-resources.ts";

/** The description of the CSV lines, for the OpenAPI document. */
export const VISIT_CSV =
  "A line for each bucket (`start,scans,clicks,robots,previews`) or row (`key,name,scans,clicks,robots,previews`), " +
  "after one with these names. An apostrophe stands before a name that a spreadsheet would run as a formula.";

const NUMBERS = ["scans", "clicks", "robots", "previews"] as const;

const presentVisits = (statistics: VisitStatistics): VisitStatisticsResource => ({
  from: statistics.from.toISOString(),
  to: statistics.to.toISOString(),
  interval: statistics.interval,
  timeZone: "UTC",
  updatedAt: statistics.updatedAt?.toISOString() ?? null,
  totals: statistics.totals,
  ...statistics.told,
});

/** The answer about visits: CSV if `accept` prefers it, else JSON. */
export function visitsResponse(statistics: VisitStatistics, accept: string | undefined): Response {
  const vary = { Vary: "Accept" };
  if (!prefersCsv(accept)) return Response.json({ data: presentVisits(statistics) }, { headers: vary });
  const { told } = statistics;
  const csv =
    "buckets" in told
      ? csvText(["start", ...NUMBERS], told.buckets)
      : csvText(["key", "name", ...NUMBERS], told.rows);
  return new Response(csv, { headers: { ...vary, "Content-Type": "text/csv; charset=utf-8" } });
}
