import { Hono } from "hono";
import { SERVICE_NAME } from "../core/vocabulary.ts";
import { isReachable } from "../platform/reachable.ts";
import type { AppEnv } from "./context.ts";

export const health = new Hono<AppEnv>()
  .get("/health", (c) => c.json({ status: "ok", service: SERVICE_NAME }))
  /** Ready means that D1 answers. Outside services don't count: links work without them. */
  .get("/ready", async (c) =>
    (await isReachable(c.env.DB))
      ? c.json({ status: "ok", service: SERVICE_NAME })
      : c.json({ status: "unavailable", service: SERVICE_NAME }, 503, { "Retry-After": "5" }),
  );
