import { Hono } from "hono";
import { serviceUnavailable } from "../../../ground/core/errors.ts";
import { within } from "../../../ground/platform/deadlines.ts";
import { clientAddress, limitRate } from "../../../ground/platform/rate-limit.ts";
import { readBytes } from "../../../ground/platform/request-body.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";
import type { AppEnv } from "../../http/context.ts";
import { OAUTH_PATHS, oauthResponse, RESOURCE_METADATA_PATH, resourceAt } from "../../http/oauth-server.ts";

/** The paths at which assistants find out how to connect, register, and exchange codes for tokens. */
export const oauthRoutes = new Hono<AppEnv>().get(RESOURCE_METADATA_PATH, (c) => {
  const { api } = c.var.dependencies.origins;
  const metadata = {
    resource: resourceAt(api),
    authorization_servers: [api],
    bearer_methods_supported: ["header"],
    resource_name: "Shoppable Links",
    resource_documentation: `${api}/docs`,
  };
  // Pages of other sites may connect too: what follows needs the consent of a person.
  return c.json(metadata, 200, { "Access-Control-Allow-Origin": "*" });
});

/** A registration or a request for a token has a few hundred bytes. */
const MAX_BYTES = 16 * 1024;
/** Each is stored, so a client gets fewer of them than of other failing requests. */
const WEIGHT = 20;

for (const path of OAUTH_PATHS)
  oauthRoutes.on(["GET", "POST", "OPTIONS"], path, async (c) => {
    let request = c.req.raw;
    if (request.method === "POST") {
      await limitRate(c.env.AUTHENTICATION_RATE_LIMIT, clientAddress(request), 60, WEIGHT);
      request = new Request(request, {
        body: await readBytes(request, MAX_BYTES, "The request is larger than 16 KiB."),
      });
    }
    const context = c.executionCtx as ExecutionContext; // Hono's type lacks properties that the library does not use
    const response = oauthResponse(request, c.env, context, c.var.dependencies.origins.api);
    return within(SERVICE_DEADLINES.oauth, response).catch((cause) => {
      throw serviceUnavailable(cause);
    });
  });
