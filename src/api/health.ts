import { Hono } from "hono";
import { hostsWithoutRoute } from "../core/route-patterns.ts";
import { SERVICE_NAME } from "../core/vocabulary.ts";
import type { AppEnv } from "../http/context.ts";
import { isReachable } from "../platform/reachable.ts";
import type { Dependencies } from "../wiring.ts";

/**
 * The probes. Ready means that the configuration is valid and D1 answers; external services are not checked, as links
 * work without them.
 */
export const health = new Hono<AppEnv>()
  .get("/health", (c) => c.json({ status: "ok", service: SERVICE_NAME }))
  .get("/ready", async (c) => {
    const { dependencies, origins } = c.var;
    if (origins.problem !== null || dependencies.problems.length > 0) {
      const problems = new Set([...dependencies.problems, ...(origins.problem ? [origins.problem] : [])]);
      dependencies.log("error", "configuration", { problems: [...problems] });
      return c.json({ status: "misconfigured", service: SERVICE_NAME }, 503);
    }
    if (await isReachable(c.env.DB, dependencies.now().getTime(), dependencies.log)) {
      await nameUnrouted(dependencies);
      return c.json({ status: "ok", service: SERVICE_NAME });
    }
    return c.json({ status: "unavailable", service: SERVICE_NAME }, 503, { "Retry-After": "5" });
  });

/** Logs which domains of organizations are in the database and in no route of the Worker. */
async function nameUnrouted({ domains, routes, now, log }: Dependencies): Promise<void> {
  if (routes === null) return;
  try {
    const hosts = (await domains.confirmed(now())).map(({ host }) => host);
    const unrouted = hostsWithoutRoute(hosts, routes);
    if (unrouted.length > 0) log("error", "domains without a route", { hosts: unrouted });
  } catch (cause) {
    log("error", "domains", { cause });
  }
}
