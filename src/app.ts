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

app.notFound((c) =>
  // A person may have typed a short link with a character missing or added, which is not parsed as a short link.
  isBrowser(c.req.raw) && !c.req.path.startsWith("/v1/")
    ? problemResponse(c.req.raw, PROBLEMS.unknown, c.var.correlationId)
    : errorResponse(new ServiceError("not_found", "There is nothing at this path."), c.var.correlationId),
);
app.onError((error, c) => errorResponse(error, c.var.correlationId));
