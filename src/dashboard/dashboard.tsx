import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { isTrustedHost } from "../settings/trusted-host.ts";
import { pageAnswer } from "./answers.ts";
import { ComponentPage } from "./component-page.tsx";
import type { DashboardEnv } from "./context.ts";

/** The screens for people who sign in, below /dashboard. */
export const dashboard = new Hono<DashboardEnv>().get("/components", (c) => {
  if (!isTrustedHost(new URL(c.req.url).hostname))
    throw new ServiceError("not_found", "There is no such page.");
  return pageAnswer(<ComponentPage />);
});
