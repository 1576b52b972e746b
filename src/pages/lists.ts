import { Hono } from "hono";
import type { AppEnv } from "../api/context.ts";
import { ServiceError } from "../core/errors.ts";
import { shortLinkUrl } from "../core/origins.ts";
import { hostedPage } from "../delivery-app/hosted-page.ts";
import type { Link } from "../links/link.ts";
import type { LinkStore } from "../links/store.ts";
import { findInEdgeCache, keepInEdgeCache } from "../platform/edge-cache.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import { pageResponse } from "./document.ts";
import { listPage } from "./list-page.ts";
import { messageResponse } from "./message-page.ts";
import { brandOfLink } from "./page-brand.ts";
import { shownBrand } from "./shown-brand.ts";

/** How long a page is cached, in seconds, so that a link that is switched off is off everywhere within 70 s. */
const KEPT_S = 60;

/**
 * What shoppers see of a list or recipe while the delivery app has no page for it: from Cloudflare's cache where that
 * has it. The cache is read before the rate limit, so that a popular page is refused to nobody.
 */
export const lists = new Hono<AppEnv>().get("/:shortId", async (c) => {
  const shortId = c.req.param("shortId").toLowerCase();
  const now = c.var.dependencies.now().getTime();
  // The cache key omits the query, which changes nothing, and keeps the host of the request.
  const url = new URL(`/lists/${encodeURIComponent(shortId)}`, c.req.url).href;
  const copy = await findInEdgeCache(url, KEPT_S, now);
  if (copy) return copy;
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  const request = c.req.raw;
  const tooMany = () => messageResponse({ ...TOO_MANY, request });
  if (await attempt.isOver()) return tooMany();
  const link = await findLink(shortId, c.var.dependencies.links);
  if (link === "unavailable") {
    const headers = { "Retry-After": "5" };
    return messageResponse({ status: 503, problem: "unavailable", request, headers });
  }
  const page = link && hostedPage(link);
  if (!link || !page) {
    const nothing = () => messageResponse({ status: 404, problem: "unknown", request });
    return attempt.noteWrong().then(nothing, tooMany);
  }
  attempt.noteRight();
  const { id: linkId, organizationId, projectId } = link;
  const stores = { kv: c.env.LINKS, ...c.var.dependencies };
  const found = await brandOfLink({ linkId, project: { organizationId, projectId } }, now, stores);
  const brand = shownBrand(found, c.var.origins);
  if (link.status !== "active") return messageResponse({ status: 410, problem: "ended", request, brand });
  const drawn = listPage(page, shortLinkUrl(c.var.origins, link.shortId), brand);
  const answer = await pageResponse(drawn, 200, { "Cache-Control": `public, max-age=${KEPT_S}` });
  c.executionCtx.waitUntil(keepInEdgeCache(url, answer.clone(), now));
  return answer;
});

const TOO_MANY = { status: 429, problem: "limited", headers: { "Retry-After": "60" } } as const;

async function findLink(shortId: string, links: LinkStore): Promise<Link | null | "unavailable"> {
  if (!/^[0-9a-z]{8}$/.test(shortId)) return null;
  try {
    return await links.findByShortId(shortId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return "unavailable";
    throw error;
  }
}
