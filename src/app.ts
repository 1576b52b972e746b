import { Hono } from "hono";
import { routePath } from "hono/route";
import { ServiceError } from "./core/errors.ts";
import type { AppEnv } from "./api/context.ts";
import { CORRELATION_ID, correlationIdOf } from "./platform/correlation-id.ts";
import { errorResponse } from "./api/errors.ts";
import { originsOf } from "./api/origins.ts";
import { logRequest } from "./api/request-log.ts";
import { isBrowser, PROBLEMS, problemResponse } from "./short-links/answers.ts";
import { health } from "./api/health.ts";
import { links } from "./api/links.ts";
import { lists } from "./pages/lists.ts";
import { openapi } from "./api/openapi-route.ts";
import { qrCodes } from "./api/qr-codes.ts";
import { qrImages } from "./api/qr-images.ts";
import { retailers } from "./api/retailers.ts";
import { openStores } from "./wiring.ts";

/**
 * Everything but the short links. Order of checks: correlation id, route, method, then in each route: key, rate
 * limit, scope, headers, body, access, and the verb.
 */
export const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    const started = Date.now();
    c.set("correlationId", correlationIdOf(c.req.raw));
    c.set("now", new Date(started));
    c.set("origins", originsOf(c.env, c.req.url));
    c.set(
      "stores",
      openStores(c.env, (work) => c.executionCtx.waitUntil(work)),
    );
    await next();
    c.header(CORRELATION_ID, c.var.correlationId);
    c.header("X-Content-Type-Options", "nosniff");
    // API answers are for their caller alone; images and pages say otherwise themselves.
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
    logRequest(c, routePath(c, -1), started);
  })
  .route("/v1/links", links)
  .route("/v1/links", qrCodes)
  .route("/v1/retailers", retailers)
  .route("/qr", qrImages)
  .route("/lists", lists)
  .route("/", health)
  .route("/", openapi);

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
  // A short link that somebody typed, with a character too few or too many, has no short link's address.
  isBrowser(c.req.raw) && !c.req.path.startsWith("/v1/")
    ? problemResponse(c.req.raw, PROBLEMS.unknown, c.var.correlationId)
    : errorResponse(new ServiceError("not_found", "There is nothing at this path."), c.var.correlationId),
);
app.onError((error, c) => errorResponse(error, c.var.correlationId));
