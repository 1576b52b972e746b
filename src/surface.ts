import { Hono } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import type { AppContext, AppEnv } from "./api/context.ts";
import { errorResponse } from "./api/errors.ts";
import { logRequest } from "./api/request-log.ts";
import { ServiceError } from "./core/errors.ts";
import { CORRELATION_ID, correlationIdOf } from "./platform/correlation-id.ts";
import { dropUnreadBody } from "./platform/unread-body.ts";
import { originsOf } from "./settings/origins.ts";
import { isBrowser, PROBLEMS, problemResponse } from "./short-links/problems.ts";
import { openDependencies } from "./wiring.ts";

/** An app without routes yet: what every request goes through but those for short links, the correlation id first. */
export const surface = (): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .use(async (c, next) => {
      const started = Date.now();
      c.set("correlationId", correlationIdOf(c.req.raw));
      await next();
      await dropUnreadBody(c.req.raw);
      // Not with c.header, which makes a new response for each header once there is a response.
      const { headers } = c.res;
      headers.set(CORRELATION_ID, c.var.correlationId);
      headers.set("X-Content-Type-Options", "nosniff");
      // API responses must not be cached; images and pages set their own Cache-Control.
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
      // The first is the one that answers; paths with a wildcard are of what runs before.
      const route = matchedRoutes(c).find(({ path }) => !path.includes("*"));
      logRequest(c, route?.path ?? routePath(c, -1), started);
    })
    // What this throws is answered, and logged, as all that comes after it.
    .use(async (c, next) => {
      c.set("origins", originsOf(c.env, c.req.url));
      c.set(
        "dependencies",
        openDependencies(c.env, (work) => c.executionCtx.waitUntil(work)),
      );
      await next();
      const { actor } = c.var;
      if (actor && c.res.status < 400 && c.req.method !== "GET" && c.req.method !== "HEAD")
        c.executionCtx.waitUntil(c.var.dependencies.wakes.after(actor.organizationId));
    });

/** Answers every other method of the routes that `app` has by now with 405 and Allow. */
export function refuseOtherMethods(app: Hono<AppEnv>): void {
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of app.routes) {
    if (method === "ALL") continue;
    const methods = methodsOf.get(path) ?? [];
    methodsOf.set(path, [...methods, ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
  }
  for (const [path, methods] of methodsOf) {
    const allowedMethods = [...new Set(methods)];
    app.all(path, () => {
      throw new ServiceError("method_not_allowed", `This path takes ${allowedMethods.join(", ")}.`, {
        allowedMethods,
      });
    });
  }
}

export const nothingHere = () => new ServiceError("not_found", "There is nothing at this path.");

export function answerNotFound(c: AppContext): Response {
  // A person may have typed a short link with a character missing or added, which is not parsed as a short link.
  return isBrowser(c.req.raw) && !c.req.path.startsWith("/v1/")
    ? problemResponse(c.req.raw, PROBLEMS.unknown, c.var.correlationId)
    : errorResponse(nothingHere(), c.var.correlationId);
}
