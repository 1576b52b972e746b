import { createMiddleware } from "hono/factory";
import { ServiceError } from "../../core/errors.ts";
import type { DashboardEnv } from "./context.ts";

/** Methods that change nothing. */
const READING = ["GET", "HEAD"];

/**
 * Throws `insufficient_scope` for every request that could change something, unless a page of this origin sent it, so that
 * no other site can act for the person. It runs before every screen, so that none can forget it.
 */
export const requireOwnForms = createMiddleware<DashboardEnv>(async (c, next) => {
  if (!READING.includes(c.req.method) && !isSameOrigin(c.req.raw))
    throw new ServiceError("insufficient_scope", "This form was not sent from the dashboard. Open it again.");
  return next();
});

/** Browsers send at least one of these headers with every form, and no page can change them. */
function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return false;
  const own = new URL(request.url).origin;
  return (site === null || site === "same-origin") && (origin === null || origin === own);
}
