import { createMiddleware } from "hono/factory";
import { ServiceError } from "../../../ground/core/errors.ts";
import type { DashboardEnv } from "./context.ts";

/** Methods that change nothing. */
const SAFE_METHODS = ["GET", "HEAD"];

/**
 * Throws `insufficient_scope` for every unsafe request that did not come from this origin, so that no other site can act
 * for the person (CSRF). It runs before every screen.
 */
export const requireOwnForms = createMiddleware<DashboardEnv>(async (c, next) => {
  if (!SAFE_METHODS.includes(c.req.method) && !isSameOrigin(c.req.raw))
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
