import type { Link } from "../links/link.ts";
import type { LinkStore } from "../links/store.ts";
import { eachAlone } from "../platform/each-alone.ts";
import type { Log } from "../platform/log.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { isUsableShopId } from "../retailers/shop-id.ts";
import type { RedirectStore } from "../short-links/kv-copy.ts";
import { boundedPostalCodes, MAX_SHOPS, type ShopChoice } from "../short-links/shop-choice.ts";
import type { ShopStore } from "./shop-store.ts";

/** How old what a link knows of its shops may grow, in milliseconds: a day, as discovery itself takes a week. */
const REFRESH = 24 * 60 * 60_000;
/** How long a link that failed is left alone, in milliseconds. */
const RETRY = 60 * 60_000;

export interface ShopContext {
  links: LinkStore;
  shops: ShopStore;
  redirects: RedirectStore;
  now: () => Date;
  log: Log;
}

type ProductPageDefinition = Extract<LinkDefinition, { retailer: "delivery_app"; intent: "product_detail" }>;

/** Whether the redirect of this link chooses between shops. */
export const choosesShops = <D extends LinkDefinition>(
  definition: D,
): definition is D & ProductPageDefinition =>
  definition.retailer === "delivery_app" &&
  definition.intent === "product_detail" &&
  definition.options?.delivery_app.routingMode === "preferred" &&
  slugsOf(definition).length > 1;

const slugsOf = ({ options }: ProductPageDefinition): string[] => {
  const preferred = options?.delivery_app.preferredRetailers ?? [];
  return [...new Set(preferred.filter(isUsableShopId))].slice(0, MAX_SHOPS);
};

/** Looks up where the preferred shops of a link are, and has the redirect choose by that from then on. */
export async function chooseShops(
  linkId: string,
  { links, shops, redirects, now }: Omit<ShopContext, "log">,
): Promise<void> {
  const link = await links.find(linkId);
  if (!link || !choosesShops(link)) throw new TypeError(`no preferred shops of ${linkId}`);
  const slugs = slugsOf(link);
  const known = await shops.postalCodesOf(slugs);
  const choice: ShopChoice = {
    url: withoutShop(link),
    ...(link.location?.zipCode !== undefined && { zipCode: link.location.zipCode }),
    stores: slugs.map((slug) => ({ slug, postalCodes: boundedPostalCodes(known.get(slug) ?? []) })),
  };
  // Without any data there is nothing to choose by.
  const changed = await shops.write(linkId, known.size > 0 ? choice : null, now());
  if (changed) await redirects.publishCurrent(link.shortId);
}

/**
 * Does so for up to `limit` links that were not looked at for a day, or never. Gives how many of them went well; one
 * that fails is tried again after an hour.
 */
export async function refreshShops(context: ShopContext, limit: number): Promise<number> {
  const { shops, now, log } = context;
  const before = new Date(now().getTime() - REFRESH);
  return eachAlone(
    await shops.stale(before, limit),
    (linkId) => chooseShops(linkId, context),
    async (linkId, cause) => {
      log("error", "keep shop choices", { linkId, cause });
      await shops.postpone(linkId, new Date(now().getTime() - REFRESH + RETRY));
    },
  );
}

function withoutShop(link: Link & ProductPageDefinition): string {
  const options = { delivery_app: { routingMode: "no_preference" as const } };
  return buildDestination({ ...link, options }, { shortId: link.shortId, settings: {}, offers: new Map() })
    .url;
}
