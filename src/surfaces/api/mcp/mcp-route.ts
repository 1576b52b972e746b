import { Hono } from "hono";
import { ServiceError } from "../../../ground/core/errors.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import type { AppContext, AppEnv } from "../../http/context.ts";
import { authenticate, keyOrBearer } from "../authentication.ts";
import { readJson } from "../json-body.ts";

/**
 * Rejects requests from pages of other sites, as the protocol requires
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning). Programs send no Origin.
 */
function requireOwnOrigin(c: AppContext): void {
  const origin = c.req.header("Origin");
  const { api, problem } = c.var.dependencies.origins;
  // If the origin is misconfigured, it may be a host that an attacker pointed here.
  if (origin === undefined || (origin === api && problem === null)) return;
  throw new ServiceError("origin_not_allowed", "Requests from pages of other sites are rejected.");
}

/** The route of the MCP server. Its module is larger than the rest of the API, so it is loaded at the first request. */
export const mcp = new Hono<AppEnv>()
  .use("/mcp", async (c, next) => {
    requireOwnOrigin(c);
    await next();
  })
  .post("/mcp", authenticate({ scope: null, keyOf: keyOrBearer }), async (c) => {
    const { actor, correlationId, dependencies } = c.var;
    let body: unknown;
    try {
      body = await readJson(c.req.raw);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "malformed_request")) throw error;
      return c.json({ jsonrpc: "2.0", id: null, error: { code: PARSE_ERROR, message: error.message } }, 400);
    }
    // Older clients send several messages in one request. The first is already counted.
    const further = Array.isArray(body) ? body.length - 1 : 0;
    if (further > 0) await limitRate(c.env.API_RATE_LIMIT, actor.id, API_PERIOD, further);
    const { serveMcp } = await import("./serve-mcp.ts");
    return serveMcp(c.req.raw, body, { actor, correlationId, dependencies });
  });

/** The JSON-RPC code for a body that can't be parsed. */
const PARSE_ERROR = -32_700;
