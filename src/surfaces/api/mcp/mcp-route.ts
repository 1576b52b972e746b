import { Hono } from "hono";
import { API_KEY_PREFIX } from "../../../ground/core/api-key-format.ts";
import { ServiceError, serviceUnavailable } from "../../../ground/core/errors.ts";
import { within } from "../../../ground/platform/deadlines.ts";
import { attemptOf } from "../../../ground/platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";
import type { AppContext, AppEnv } from "../../http/context.ts";
import { keyOfToken, RESOURCE_METADATA_PATH } from "../../http/oauth-server.ts";
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

/** The API key behind the OAuth token of a request. Every key begins like a key, and no token does. */
async function keyOfBearer(c: AppContext): Promise<string | undefined> {
  const text = keyOrBearer(c);
  if (text === undefined || text.startsWith(API_KEY_PREFIX) || text.length > MAX_TOKEN) return undefined;
  const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw, "token");
  await attempt.begin();
  const key = await within(
    SERVICE_DEADLINES.token,
    keyOfToken(text, c.env, c.var.dependencies.origins.api),
  ).catch((cause) => {
    throw serviceUnavailable(cause);
  });
  if (key === undefined) await attempt.recordFailure();
  else attempt.recordSuccess();
  return key;
}

/** The longest token that is looked up. */
const MAX_TOKEN = 500;

/** The route of the MCP server. Its module is larger than the rest of the API, so it is loaded at the first request. */
export const mcp = new Hono<AppEnv>()
  .use("/mcp", async (c, next) => {
    requireOwnOrigin(c);
    c.set("tokenKey", await keyOfBearer(c));
    await next();
    // An assistant that knows no key finds out here how to ask for one.
    const { api } = c.var.dependencies.origins;
    if (c.res.status === 401)
      c.res.headers.set("WWW-Authenticate", `Bearer resource_metadata="${api}${RESOURCE_METADATA_PATH}"`);
  })
  .post(
    "/mcp",
    authenticate({ scope: null, keyOf: (c) => c.get("tokenKey") ?? keyOrBearer(c) }),
    async (c) => {
      const { actor, correlationId, dependencies } = c.var;
      let body: unknown;
      try {
        body = await readJson(c.req.raw);
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === "malformed_request")) throw error;
        return c.json(
          { jsonrpc: "2.0", id: null, error: { code: PARSE_ERROR, message: error.message } },
          400,
        );
      }
      // Older clients send several messages in one request. The first is already counted.
      const further = Array.isArray(body) ? body.length - 1 : 0;
      if (further > 0) await limitRate(c.env.API_RATE_LIMIT, actor.id, API_PERIOD, further);
      const { serveMcp } = await import("./serve-mcp.ts");
      return serveMcp(c.req.raw, body, { actor, correlationId, dependencies });
    },
  );

/** The JSON-RPC code for a body that can't be parsed. */
const PARSE_ERROR = -32_700;
