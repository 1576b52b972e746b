import { Hono } from "hono";
import type { AppEnv } from "../api/context.ts";
import { ServiceError } from "../core/errors.ts";
import { shortLinkUrl } from "../core/origins.ts";
import { hostedPage } from "../delivery-app/hosted-page.ts";
import type { Link } from "../links/link.ts";
import type { LinkStore } from "../links/store.ts";
import { pageResponse } from "./document.ts";
import { listPage } from "./list-page.ts";
import { messageResponse } from "./message-page.ts";

/**
 * What shoppers see of a list or recipe while the delivery app has no page for it. Kept for a minute, so that a
 * link that is switched off is off everywhere within 70 s.
 */
export const lists = new Hono<AppEnv>().get("/:shortId", async (c) => {
  const link = await findLink(c.req.param("shortId").toLowerCase(), c.var.dependencies.links);
  if (link === "unavailable") {
    const text = "Something is out of order on our side. Please try again in a moment.";
    return messageResponse(503, "Try again shortly", text, { "Retry-After": "5" });
  }
  const page = link && hostedPage(link);
  if (!link || !page) return messageResponse(404, "Nothing here", "There is no list at this address.");
  if (link.status !== "active") {
    return messageResponse(410, "No longer available", "This list has been taken down.");
  }
  const html = listPage(page, shortLinkUrl(c.var.origins, link.shortId));
  return pageResponse(html, 200, { "Cache-Control": "public, max-age=60" });
});

async function findLink(shortId: string, links: LinkStore): Promise<Link | null | "unavailable"> {
  if (!/^[0-9a-z]{8}$/.test(shortId)) return null;
  try {
    return await links.findByShortId(shortId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return "unavailable";
    throw error;
  }
}
