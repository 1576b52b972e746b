import { Hono } from "hono";
import { SERVICE_NAME } from "../core/vocabulary.ts";
import { isReachable } from "../platform/reachable.ts";
import type { AppEnv } from "./context.ts";

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
    if (await isReachable(c.env.DB, dependencies.now().getTime(), dependencies.log))
      return c.json({ status: "ok", service: SERVICE_NAME });
    return c.json({ status: "unavailable", service: SERVICE_NAME }, 503, { "Retry-After": "5" });
  });
