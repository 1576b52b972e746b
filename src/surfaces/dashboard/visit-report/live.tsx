import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import type { VisitFilter } from "../../../features/visits/visit-filter.ts";
import type { DashboardContext } from "../layout/context.ts";
import { optionalText, queryReader } from "../layout/forms.ts";

/** The path that scripts poll, below the organization's base path. */
export const LIVE_PATH = "/live";

const filterQuery = queryReader({ link: optionalText, projectId: optionalText });

/**
 * Today's visits for open pages: `{"scans": 3, "clicks": 1}`, filtered by `link` or `projectId`. Responds 304 while the numbers match `If-None-Match`.
 */
export async function live(c: DashboardContext): Promise<Response> {
  const { link, projectId } = filterQuery(c);
  const today = await visitsToday(c, {
    ...(link !== undefined && { link }),
    ...(projectId !== undefined && { projectId }),
  });
  const etag = `"${today.scans}-${today.clicks}"`;
  const headers = { "Cache-Control": "no-store", ETag: etag, "X-Content-Type-Options": "nosniff" };
  return c.req.header("If-None-Match") === etag
    ? new Response(null, { status: 304, headers })
    : Response.json(today, { headers });
}

/** Today's scans and clicks of a link, a project, or everything that the member can see. */
export async function visitsToday(
  { var: { workspace, dependencies } }: DashboardContext,
  filter: VisitFilter,
): Promise<{ scans: number; clicks: number }> {
  const input = { interval: "day", days: 1, filter, by: [] } as const;
  const { series } = await getVisitReport(workspace.actor, input, dependencies);
  if (isUnanswered(series)) return { scans: 0, clicks: 0 };
  const { scans, clicks } = series.totals;
  return { scans, clicks };
}

/**
 * Announces visits since the page was opened. Needs the script `live`; empty without it. `isFirst`: there were no scans before.
 */
export const LiveLine = ({
  base,
  filter,
  isFirst,
}: {
  /** The organization's base path. */
  base: string;
  filter: Readonly<Record<string, string>>;
  isFirst: boolean;
}) => (
  <p
    class="live"
    role="status"
    data-watch={`${base}${LIVE_PATH}?${new URLSearchParams(filter)}`}
    data-first={isFirst ? "" : undefined}
  />
);
