import { Hono } from "hono";
import type { AppEnv } from "../http/context.ts";
import { findInEdgeCache, keepInEdgeCache } from "../platform/edge-cache.ts";
import { preferredLanguage } from "./i18n/languages.ts";

/** How long a page is cached, in seconds, so that a link that is switched off is off everywhere within 70 s. */
const CACHED_SECONDS = 60;

/**
 * What shoppers see of a list or recipe while the delivery app has no page for it: from Cloudflare's cache where that
 * has it. The cache is read before the rate limit, so that a popular page is refused to nobody. What draws pages is loaded
 * when the first is asked for.
 */
export const lists = new Hono<AppEnv>().get("/:shortId/:offerKey?", async (c) => {
  const shortId = c.req.param("shortId").toLowerCase();
  // Of a list or recipe that is an offer of a choice link.
  const offerKey = c.req.param("offerKey") ?? "";
  const now = c.var.dependencies.now().getTime();
  const language = preferredLanguage(c.req.header("Accept-Language") ?? null);
  // The cache key has the language in the place of the query, which changes nothing, and keeps the host of the request.
  const url = new URL(
    `/lists/${[shortId, offerKey].map(encodeURIComponent).join("/")}?${language}`,
    c.req.url,
  ).href;
  const copy = await findInEdgeCache(url, CACHED_SECONDS, now);
  if (copy) return copy;
  const { answerList } = await import("./shopper-pages.ts");
  const answer = await answerList(c, { shortId, offerKey }, CACHED_SECONDS);
  const isKept = answer.status === 200 && answer.headers.get("Cache-Control") !== "no-store";
  if (isKept) c.executionCtx.waitUntil(keepInEdgeCache(url, answer.clone(), now));
  return answer;
});
