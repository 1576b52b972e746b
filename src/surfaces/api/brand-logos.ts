import { Hono } from "hono";
import { ServiceError } from "../../ground/core/errors.ts";
import { readEdgeCache, writeEdgeCache } from "../../ground/platform/edge-cache.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import type { AppEnv } from "../http/context.ts";

/** The file names that logos are stored under. */
const FILE_NAME = /^[0-9a-f]{24}-[0-9a-f]{32}-[0-9a-f]{8}\.(?:png|jpg)$/;

/**
 * The route of brand logos. A URL always serves the same image, so it can be cached forever. The policy keeps a file that
 * is opened directly from running scripts or loading anything, and `sandbox` gives it no origin.
 */
export const brandLogos = new Hono<AppEnv>().get("/:file", async (c) => {
  const file = c.req.param("file");
  if (!FILE_NAME.test(file)) throw logoNotFound();
  const url = `${c.var.dependencies.origins.shortLink}/brands/${file}`;
  const cached = await readEdgeCache(url);
  if (cached) return cached;
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const logo = await c.var.dependencies.logos.read(file);
  if (!logo) {
    await attempt.recordFailure();
    throw logoNotFound();
  }
  attempt.recordSuccess();
  const response = new Response(logo.body, {
    headers: {
      "Content-Type": logo.mediaType,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
  c.executionCtx.waitUntil(writeEdgeCache(url, response.clone()));
  return response;
});

const logoNotFound = () => new ServiceError("not_found", "There is no such image.");
