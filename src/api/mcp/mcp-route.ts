import { Hono } from "hono";
import { ServiceError } from "../../core/errors.ts";
import { API_PERIOD, limitRate } from "../../platform/rate-limit.ts";
import { authenticate, keyOrBearer } from "../authentication.ts";
import type { AppContext, AppEnv } from "../context.ts";

/**
 * Refuses requests that a page of another site makes, as the protocol asks of every server
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning). Programs send no Origin.
 */
function requireOwnOrigin(c: AppContext): void {
  const origin = c.req.header("Origin");
  if (origin === undefined || origin === c.var.origins.api || origin === new URL(c.req.url).origin) return;
  throw new ServiceError("insufficient_scope", "Requests of other sites are refused.");
}

/** The route of the MCP server: its module is loaded at the first request, as it is larger than all of the API. */
export const mcp = new Hono<AppEnv>().post(
  "/mcp",
  async (c, next) => {
    requireOwnOrigin(c);
    await next();
  },
  authenticate({ scope: null, keyOf: keyOrBearer }),
  async (c) => {
    const { serveMcp } = await import("./serve-mcp.ts");
    const { actor, origins, correlationId, dependencies } = c.var;
    const countCall = () => limitRate(c.env.API_RATE_LIMIT, actor.id, API_PERIOD);
    return serveMcp(c.req.raw, { actor, origins, correlationId, dependencies }, countCall);
  },
);
