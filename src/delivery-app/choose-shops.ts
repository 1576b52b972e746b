import { buildDestination } from "../retailers/destinations/destination.ts";
import type { Link } from "../links/link.ts";
import type { LinkStore, RedirectStore, RouteStore } from "../links/ports.ts";
import { boundedPostalCodes, isUsableStore, MAX_STORES, type StoreRoutes } from "../short-links/shop-choice.ts";
import { findVariant } from "../retailers/variants.ts";

/** How old what a link knows of its stores may grow, in milliseconds: a day, as discovery itself takes a week. */
const REFRESH = 24 * 60 * 60_000;

export interface RouteContext {
  links: LinkStore;
  routes: RouteStore;
  redirects: RedirectStore;
  now: () => Date;
}

/** Whether the redirect of this link chooses between stores. */
export function wantsRoutes({ retailer, intent, options }: Link["request"]): boolean {
  const { routingMode, preferredRetailers } = options?.delivery_app ?? {};
  return (
    retailer === "delivery_app" &&
    intent === "product_detail" &&
    routingMode === "preferred" &&
    slugsIn(preferredRetailers).length > 1
  );
}

const slugsIn = (preferred: readonly string[] = []): string[] =>
  [...new Set(preferred.filter(isUsableStore))].slice(0, MAX_STORES);

/** Looks up where the preferred stores of a link are, and has the redirect choose by that from then on. */
export async function routeStores(
  linkId: string,
  { links, routes, redirects, now }: RouteContext,
): Promise<void> {
  const link = await links.find(linkId);
  if (!link) throw new TypeError(`no link ${linkId}`);
  const slugs = slugsIn(link.request.options?.delivery_app?.preferredRetailers);
  const known = await routes.postalCodesOf(slugs);
  const found: StoreRoutes = {
    url: withoutStore(link),
    ...(link.request.location?.zipCode !== undefined && { zipCode: link.request.location.zipCode }),
    stores: slugs.map((slug) => ({ slug, postalCodes: boundedPostalCodes(known.get(slug) ?? []) })),
  };
  // Without any data there is nothing to choose by.
  const changed = await routes.write(linkId, known.size > 0 ? found : null, now());
  if (changed) await redirects.publishCurrent(link.shortId);
}

/** Does so for up to `limit` links that were not looked at for a day, or never. Gives their number. */
export async function refreshRoutes(context: RouteContext, limit: number): Promise<number> {
  const before = new Date(context.now().getTime() - REFRESH);
  const stale = await context.routes.stale(before, limit);
  for (const linkId of stale) await routeStores(linkId, context);
  return stale.length;
}

function withoutStore({ request, shortId }: Link): string {
  const variant = findVariant(request.retailer, request.intent);
  if (!variant) throw new TypeError("a stored link has a variant");
  const options = { ...request.options, delivery_app: { routingMode: "no_preference" as const } };
  return buildDestination(
    variant.build,
    { ...request, options },
    { shortId, settings: {}, offers: new Map() },
  ).url;
}
