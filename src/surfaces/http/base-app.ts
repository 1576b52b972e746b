import { Hono } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import type { Env } from "../../env.ts";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { isBrowser, PROBLEMS, problemResponse } from "../../features/short-links/problems.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { CORRELATION_ID, correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { log } from "../../ground/platform/log.ts";
import { RATE_LIMIT_POLICY } from "../../ground/platform/rate-limit.ts";
import { dropUnreadBody } from "../../ground/platform/request-body.ts";
import { originsOf } from "../../ground/platform/request-origins.ts";
import type { AppContext, AppEnv, Dependencies } from "./context.ts";
import { errorForLog, errorResponse } from "./error-response.ts";

/** Opens what one request depends on, besides its origins. */
type OpenDependencies = (env: Env, waitUntil: WaitUntil) => Omit<Dependencies, "origins">;

/** An app without routes: what every request passes through, except those for short links. Errors become responses. */
export function baseApp(openDependencies: OpenDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      const started = Date.now();
      const correlationId = correlationIdOf(c.req.raw);
      c.set("correlationId", correlationId);
      await next();
      await dropUnreadBody(c.req.raw);
      // c.header would copy the response for each header.
      const { headers } = c.res;
      headers.set(CORRELATION_ID, correlationId);
      headers.set("X-Content-Type-Options", "nosniff");
      const actor: OrganizationActor | undefined = c.get("actor");
      if (actor?.type === "api_key") headers.set(RATE_LIMIT_POLICY.name, RATE_LIMIT_POLICY.value);
      // API responses must not be cached; images and pages set their own Cache-Control.
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
      if (c.get("unlogged")) return;
      // Paths with a wildcard are middleware; the first other one is the route.
      const route = matchedRoutes(c).find(({ path }) => !path.includes("*"));
      logRequest(c, route?.path ?? routePath(c, -1), started);
    })
    // Separate, so that errors thrown here are logged and answered like any later one.
    .use(async (c, next) => {
      const url = URL.parse(c.req.url);
      // RFC 9112, 3.2
      if (!url) throw validationFailed([{ field: "Host", message: "is not a host" }]);
      const dependencies = openDependencies(c.env, (work) => c.executionCtx.waitUntil(work));
      c.set("dependencies", { ...dependencies, origins: originsOf(c.env, url) });
      await next();
      if (c.req.method === "GET" || c.req.method === "HEAD" || c.res.status >= 400) return;
      const actor: OrganizationActor | undefined = c.get("actor");
      if (!actor) return;
      for (const follow of Object.values(dependencies.followUps))
        c.executionCtx.waitUntil(follow(actor.organizationId));
    });
  app.notFound(notFoundResponse);
  app.onError((error, c) => jsonError(error, c));
  return app;
}

/** The log field for the id of the caller. */
const ACTOR_FIELD = { api_key: "keyId", member: "memberId" } as const satisfies Record<
  OrganizationActor["type"],
  string
>;

/** Logs one line for a request, without API key, token, email address, headers or body. */
function logRequest(c: AppContext, route: string, started: number): void {
  // Set only by operations and by the screens of an organization.
  const actor: OrganizationActor | undefined = c.get("actor");
  const refused = c.get("refusal");
  log(c.res.status >= 500 ? "error" : "info", "request", {
    correlationId: c.get("correlationId"),
    ...(actor && { [ACTOR_FIELD[actor.type]]: actor.id }),
    method: c.req.method,
    route,
    status: c.res.status,
    milliseconds: Date.now() - started,
    ...(refused && { refused }),
    cause: c.error && errorForLog(c.error),
  });
}

const NO_DELETE =
  "Links and their codes are never deleted, as printed codes stay. To switch a link off, PATCH its status to inactive.";

/** Responds with 405 and `Allow` to other methods on the paths that `app` has routes for. */
export function rejectOtherMethods(app: Hono<AppEnv>): void {
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of app.routes) {
    if (method === "ALL") continue;
    const methods = methodsOf.get(path) ?? [];
    methodsOf.set(path, [...methods, ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
  }
  for (const [path, methods] of methodsOf) {
    const allowedMethods = [...new Set(methods)];
    app.all(path, (c) => {
      const message = `This path supports ${allowedMethods.join(", ")}.`;
      const isLink = c.req.method === "DELETE" && path.includes("/links/");
      throw new ServiceError("method_not_allowed", isLink ? `${message} ${NO_DELETE}` : message, {
        allowedMethods,
      });
    });
  }
}

/** The error for a path without a route. */
const pathNotFound = () => new ServiceError("not_found", "There is nothing at this path.");

/** The response for a path without a route: a page for people, who may have mistyped a short link, or JSON. */
export const notFoundResponse = (c: AppContext): Response =>
  isBrowser(c.req.raw) && !c.req.path.startsWith("/v1/")
    ? problemResponse(c.req.raw, PROBLEMS.unknown, c.var.correlationId)
    : jsonError(pathNotFound(), c);

/** The JSON response for an error of this request. Without a readable host, it has no dependencies. */
export const jsonError = (error: unknown, c: AppContext): Response => {
  const dependencies: AppEnv["Variables"]["dependencies"] | undefined = c.get("dependencies");
  return errorResponse(error, c.get("correlationId"), dependencies?.origins.api);
};
