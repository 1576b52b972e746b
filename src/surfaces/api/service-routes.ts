import { Hono } from "hono";
import type { Dependencies } from "../../dependencies.ts";
import { hostsWithoutRoute } from "../../ground/core/route-patterns.ts";
import { SERVICE_NAME } from "../../ground/core/vocabulary.ts";
import { isReachable } from "../../ground/platform/reachable.ts";
import type { AppEnv } from "../http/context.ts";
import { cachedResponse, textsByOrigins } from "./cached-response.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";

/** The probes. Ready means that the configuration is valid and D1 responds. Links work without any external service. */
export const probes = new Hono<AppEnv>()
  .get("/health", (c) => c.json({ status: "ok", service: SERVICE_NAME }))
  .get("/ready", async (c) => {
    const { dependencies, origins } = c.var;
    if (origins.problem !== null || dependencies.problems.length > 0) {
      const problems = new Set([...dependencies.problems, ...(origins.problem ? [origins.problem] : [])]);
      dependencies.log("error", "configuration", { problems: [...problems] });
      return c.json({ status: "misconfigured", service: SERVICE_NAME }, 503);
    }
    if (await isReachable(c.env.DB, dependencies.now().getTime(), dependencies.log)) {
      await logUnroutedDomains(dependencies);
      return c.json({ status: "ok", service: SERVICE_NAME });
    }
    return c.json({ status: "unavailable", service: SERVICE_NAME }, 503, { "Retry-After": "5" });
  });

/** Logs the confirmed domains that no route of the Worker covers. */
async function logUnroutedDomains({ domains, routes, now, log }: Dependencies): Promise<void> {
  if (routes === null) return;
  try {
    const hosts = (await domains.confirmed(now())).map(({ host }) => host);
    const unrouted = hostsWithoutRoute(hosts, routes);
    if (unrouted.length > 0) log("error", "domains without a route", { hosts: unrouted });
  } catch (cause) {
    log("error", "domains", { cause });
  }
}

const cachedTexts = textsByOrigins();

/** Lets tools on other sites, such as editors and viewers, read the OpenAPI document. */
const ANY_ORIGIN = { "Access-Control-Allow-Origin": "*" };

/** The route of the OpenAPI document. */
export const contract = new Hono<AppEnv>().get("/openapi.json", async (c) => {
  const { origins } = c.var;
  const text = await cachedTexts(origins, "contract", () => JSON.stringify(openApiDocument(origins)));
  return cachedResponse(c.req.raw, text, "application/json", ANY_ORIGIN);
});
