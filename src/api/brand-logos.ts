import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { readEdgeCache, writeEdgeCache } from "../platform/edge-cache.ts";
import { attemptOf } from "../platform/failed-attempts.ts";
import type { AppEnv } from "./context.ts";

/** A file as `readLogo` names it. */
const FILE = /^[0-9a-f]{24}-[0-9a-f]{32}-[0-9a-f]{8}\.(?:png|webp|jpg|svg)$/;

/**
 * The route of brands' logos. An address always shows one picture, so it may be kept for ever. An SVG that is opened by
 * itself runs nothing and loads nothing: the policy forbids it, and `sandbox` gives it no origin.
 */
export const brandLogos = new Hono<AppEnv>().get("/:file", async (c) => {
  const file = c.req.param("file");
  if (!FILE.test(file)) throw logoNotFound();
  const url = `${c.var.origins.shortLink}/brands/${file}`;
  const kept = await readEdgeCache(url);
  if (kept) return kept;
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

const logoNotFound = () => new ServiceError("not_found", "There is no such picture.");
