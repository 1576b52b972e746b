import type { DashboardContext } from "../layout/context.ts";
import { visitsToday } from "./visits-today.ts";

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
