import { Hono } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "./api/context.ts";
import { errorResponse } from "./api/errors.ts";
import { health } from "./api/health.ts";
import { openapi } from "./api/openapi-route.ts";
import { OPERATIONS } from "./api/operations.ts";
import { qrImages } from "./api/qr-images.ts";
import { logRequest } from "./api/request-log.ts";
import { ServiceError } from "./core/errors.ts";
import { assetResponse } from "./dashboard/assets.ts";
import { dashboard } from "./dashboard/dashboard.tsx";
import { frontDoor } from "./dashboard/front-door.tsx";
import { problemPage } from "./dashboard/problem-page.tsx";
import { shared } from "./dashboard/visits/shared.tsx";
import { lists } from "./pages/lists.ts";
import { CORRELATION_ID, correlationIdOf } from "./platform/correlation-id.ts";
import { originsOf } from "./settings/origins.ts";
import { isBrowser, PROBLEMS, problemResponse } from "./short-links/problems.ts";
import { openDependencies } from "./wiring.ts";

/** Everything but the short links: correlation id, route and method first, then the checks of api/operation.ts. */
export const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    const started = Date.now();
    c.set("correlationId", correlationIdOf(c.req.raw));
    c.set("origins", originsOf(c.env, c.req.url));
    c.set(
      "dependencies",
      openDependencies(c.env, (work) => c.executionCtx.waitUntil(work)),
    );
    await next();
    // Not with c.header, which makes a new response for each header once there is a response.
    const { headers } = c.res;
    headers.set(CORRELATION_ID, c.var.correlationId);
    headers.set("X-Content-Type-Options", "nosniff");
    // API responses must not be cached; images and pages set their own Cache-Control.
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    logRequest(c, routePath(c, -1), started);
  })
  .get("/", frontDoor)
  .get("/assets/:file", (c) => assetResponse(c.req.path) ?? c.notFound())
  .route("/dashboard", dashboard)
  .route("/shared", shared)
  .route("/qr", qrImages)
  .route("/lists", lists)
  .route("/", health)
  .route("/", openapi);
for (const operation of OPERATIONS) operation.mount(app);

/** The methods of every path, read off the routes, so that a wrong method is a 405 with Allow. */
const methodsOf = new Map<string, string[]>();
for (const { method, path } of app.routes) {
  if (method === "ALL") continue;
  const methods = methodsOf.get(path) ?? [];
  methodsOf.set(path, [...methods, ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
}
for (const [path, methods] of methodsOf) {
  const allow = [...new Set(methods)].join(", ");
  app.all(path, () => {
    throw new ServiceError("method_not_allowed", `This path takes ${allow}.`, { headers: { Allow: allow } });
  });
}

const isDashboard = (path: string): boolean => /^\/dashboard(\/|$)/.test(path);
const nothing = () => new ServiceError("not_found", "There is nothing at this path.");

app.notFound((c) => {
  if (isDashboard(c.req.path)) return problemPage(nothing(), c.var.correlationId);
  // A person may have typed a short link with a character missing or added, which is not parsed as a short link.
  return isBrowser(c.req.raw) && !c.req.path.startsWith("/v1/")
    ? problemResponse(c.req.raw, PROBLEMS.unknown, c.var.correlationId)
    : errorResponse(nothing(), c.var.correlationId);
});
app.onError((error, c) =>
  isDashboard(c.req.path)
    ? problemPage(error, c.var.correlationId)
    : errorResponse(error, c.var.correlationId),
);
