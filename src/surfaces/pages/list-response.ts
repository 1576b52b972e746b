import {
  type DetailsDependencies,
  findProductDetails,
  type KnownDetails,
} from "../../features/availability/product-details.ts";
import { hostedPage, storeOfPage } from "../../features/delivery-app/hosted-page.ts";
import { type Link, scheduleEntry } from "../../features/links/link.ts";
import type { LinkFinder } from "../../features/links/link-finder.ts";
import { type LinkPart, partOf } from "../../features/links/link-part.ts";
import { redirectTo, sendRedirect } from "../../features/short-links/prepared-redirect.ts";
import { outsideOf } from "../../features/short-links/redirect-schedule.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { shortLinkUrl } from "../../ground/core/origins.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { AppContext } from "../http/context.ts";
import { beginning } from "./beginning.ts";
import { pageResponse } from "./document.ts";
import { preferredLanguage } from "./i18n/languages.ts";
import { listPage } from "./list-page.ts";
import { messageResponse } from "./message-page.ts";
import { brandOfLink, shownBrand } from "./page-brand.ts";

/**
 * The page of the list, recipe or products of a link, or of an offer of a choice link, cacheable for `cachedSeconds`, or a message
 * instead. The page of a link that ends sooner is not cached.
 */
export async function listResponse(
  c: AppContext,
  { shortId, offerKey }: { shortId: string; offerKey: string },
  cachedSeconds: number,
): Promise<Response> {
  const { dependencies, correlationId } = c.var;
  const request = c.req.raw;
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, request);
  const tooMany = () => messageResponse({ ...TOO_MANY, request, correlationId });
  if (await attempt.isOver()) return tooMany();
  const link = await findLink(shortId, dependencies.links);
  if (link === "unavailable") {
    const headers = { "Retry-After": "5" };
    return messageResponse({ status: 503, problem: "unavailable", request, headers, correlationId });
  }
  const part = link && partOf(link, offerKey);
  const page =
    part &&
    hostedPage(part, await detailsOf(part, dependencies), await storeOfPage(part, dependencies.retailers));
  if (!link || !page) {
    const nothing = () => messageResponse({ status: 404, problem: "unknown", request, correlationId });
    return attempt.recordFailure().then(nothing, tooMany);
  }
  attempt.recordSuccess();
  const { id: linkId, organizationId, projectId } = link;
  const stores = { kv: c.env.LINKS, ...dependencies };
  const project = { organizationId, projectId };
  const now = dependencies.now().getTime();
  const found = await brandOfLink({ linkId, project }, now, stores);
  const gone = { status: 410, request, correlationId, brand: shownBrand(found, dependencies.origins) };
  if (link.status !== "active") return messageResponse({ ...gone, problem: "ended" });
  const schedule = scheduleEntry(link.schedule);
  const outside = schedule && outsideOf(schedule, now);
  if (outside && schedule.endedUrl !== undefined) return sendRedirect(redirectTo(schedule.endedUrl), request);
  if (outside === "ended") return messageResponse({ ...gone, problem: "ended" });
  if (outside)
    return messageResponse({
      ...gone,
      ...(await beginning({ linkId, project }, schedule.from ?? now, stores)),
    });
  const language = preferredLanguage(request.headers.get("Accept-Language"));
  const drawn = listPage(page, {
    url: shortLinkUrl(dependencies.origins, link),
    brand: gone.brand,
    shopUrl: shopUrlOf(part),
    language,
  });
  const isCacheable = schedule?.until === undefined || schedule.until - now >= cachedSeconds * 1_000;
  const cached = isCacheable ? `public, max-age=${cachedSeconds}` : "no-store";
  return pageResponse(drawn, 200, { "Cache-Control": cached, Vary: "Accept-Language" });
}

/** Names and pictures for the products of a cart that its page lists. Lists and recipes have their own names. */
async function detailsOf(
  part: LinkPart,
  dependencies: DetailsDependencies,
): Promise<KnownDetails | undefined> {
  if (part.retailer !== "marketplace") return undefined;
  const { retailer, products } = part;
  const ids = products.flatMap(({ retailerProductId, backupProductIds = [] }) => [
    retailerProductId,
    ...backupProductIds,
  ]);
  const refs = ids.map((id) => ({ retailer, id }));
  return findProductDetails(refs, SERVICE_DEADLINES.formDetails, dependencies);
}

/** The URL where all items are bought together: the delivery app's page, once it exists. A fallback has another host. */
function shopUrlOf({ retailer, destination, fallbackUrl }: LinkPart): string | undefined {
  // A scan shows this page because it must not open the marketplace's cart with its tag.
  if (destination.startsWith("/") || retailer === "marketplace") return undefined;
  const isFallback = fallbackUrl !== undefined && new URL(fallbackUrl).host === new URL(destination).host;
  return isFallback ? undefined : destination;
}

const TOO_MANY = { status: 429, problem: "limited", headers: { "Retry-After": "60" } } as const;

async function findLink(shortId: string, links: LinkFinder): Promise<Link | null | "unavailable"> {
  if (!/^[0-9a-z]{8}$/.test(shortId)) return null;
  try {
    return await links.findByShortId(shortId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return "unavailable";
    throw error;
  }
}
