import { Hono } from "hono";
import { ServiceError } from "../../core/errors.ts";
import type { AppContext, AppEnv } from "../../http/context.ts";
import { API_PERIOD, limitRate } from "../../platform/rate-limit.ts";
import { authenticate, keyOrBearer } from "../authentication.ts";
import { readJson } from "../json-body.ts";

/**
 * Refuses requests that a page of another site makes, as the protocol asks of every server
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning). Programs send no Origin.
 */
function requireOwnOrigin(c: AppContext): void {
  const origin = c.req.header("Origin");
  const { api, problem } = c.var.origins;
  // With a problem, the origin may be of a host that an attacker made lead here.
  if (origin === undefined || (origin === api && problem === null)) return;
  throw new ServiceError("insufficient_scope", "Requests of other sites are refused.");
}

/** The route of the MCP server: its module is loaded at the first request, as it is larger than all of the API. */
export const mcp = new Hono<AppEnv>()
  .use("/mcp", async (c, next) => {
    requireOwnOrigin(c);
    await next();
  })
  .post("/mcp", authenticate({ scope: null, keyOf: keyOrBearer }), async (c) => {
    const { actor, origins, correlationId, dependencies } = c.var;
    let body: unknown;
    try {
      body = await readJson(c.req.raw);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "malformed_request")) throw error;
      return c.json({ jsonrpc: "2.0", id: null, error: { code: PARSE_ERROR, message: error.message } }, 400);
    }
    // Older clients send many messages in one request, of which the first is counted already.
    const further = Array.isArray(body) ? body.length - 1 : 0;
    if (further > 0) await limitRate(c.env.API_RATE_LIMIT, actor.id, API_PERIOD, further);
    const { serveMcp } = await import("./serve-mcp.ts");
    return serveMcp(c.req.raw, body, { actor, origins, correlationId, dependencies });
  });

/** The code of JSON-RPC for a body that cannot be parsed. */
const PARSE_ERROR = -32_700;
