import type { VisitFilter } from "../../visits/filter.ts";
import { getVisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered } from "../../visits/questions.ts";
import type { DashboardContext } from "../layout/context.ts";

/** Where scripts ask for it, below the path of the organization's screens. */
export const LIVE_PATH = "/live";

/**
 * How many people came today, for pages that are open: `{"scans": 3, "clicks": 1}`, narrowed by `link` or `projectId`. As
 * long as the numbers are those of `If-None-Match`, the answer is 304 without a body.
 */
export async function live(c: DashboardContext): Promise<Response> {
  const [link, projectId] = [c.req.query("link"), c.req.query("projectId")];
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

/**
 * Where a page says that somebody came since it was opened; empty until then, and where there are no scripts. It needs the
 * script `live`. `isFirst` is whether nobody ever scanned a code of what it is about.
 */
export const LiveLine = ({
  base,
  filter,
  isFirst,
}: {
  /** The path of the organization's screens. */
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
