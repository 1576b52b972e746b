import { Hono } from "hono";
import { findInEdgeCache, storeInEdgeCache } from "../../ground/platform/edge-cache.ts";
import type { AppEnv } from "../http/context.ts";
import { preferredLanguage } from "./i18n/languages.ts";

/** How long a page is cached, in seconds, so that a deactivated link is off everywhere within 40 s. */
const CACHED_SECONDS = 30;

/**
 * What shoppers see of a list or recipe while the delivery app has no page for it, if possible from Cloudflare's cache. The
 * cache is read before the rate limit, so that a popular page is never limited. The code that draws pages is loaded at
 * the first request.
 */
export const lists = new Hono<AppEnv>().get("/:shortId/:offerKey?", async (c) => {
  const shortId = c.req.param("shortId").toLowerCase();
  // For a list or recipe that is an offer of a choice link.
  const offerKey = c.req.param("offerKey") ?? "";
  const now = c.var.dependencies.now().getTime();
  const language = preferredLanguage(c.req.header("Accept-Language") ?? null);
  // The cache key has the language in place of the query, which has no effect, and keeps the host of the request.
  const url = new URL(
    `/lists/${[shortId, offerKey].map(encodeURIComponent).join("/")}?${language}`,
    c.req.url,
  ).href;
  const copy = await findInEdgeCache(url, CACHED_SECONDS, now);
  if (copy) return copy;
  const { listResponse } = await import("./shopper-pages.ts");
  const response = await listResponse(c, { shortId, offerKey }, CACHED_SECONDS);
  const isCacheable = response.status === 200 && response.headers.get("Cache-Control") !== "no-store";
  if (isCacheable) c.executionCtx.waitUntil(storeInEdgeCache(url, response.clone(), now));
  return response;
});
