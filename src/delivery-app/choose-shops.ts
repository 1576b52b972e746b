import { DAY_MS, HOUR_MS } from "../core/days.ts";
import { type LinkPart, type PartRef, partOf } from "../links/link-part.ts";
import type { LinkStore } from "../links/store.ts";
import type { Log } from "../platform/log.ts";
import { processEach } from "../platform/process-each.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { SingleDestinationDefinition } from "../retailers/definition.ts";
import { usableShops } from "../retailers/destinations/delivery-app.ts";
import { DELIVERY_APP_DEFAULTS } from "../retailers/option-defaults.ts";
import type { RedirectStore } from "../short-links/kv-copy.ts";
import { boundedPostalCodes, MAX_SHOPS, type ShopChoice } from "../short-links/shop-choice.ts";
import type { ShopStore } from "./shop-store.ts";

/** How old a link's data about its shops may be, in milliseconds: a day, as discovery itself is refreshed weekly. */
const REFRESH = DAY_MS;
/** How long after a failure a link is tried again, in milliseconds. */
const RETRY = HOUR_MS;

/** What the choice of shops uses. */
export interface ShopContext {
  links: LinkStore;
  shops: ShopStore;
  redirects: RedirectStore;
  now: () => Date;
  log: Log;
}

type ProductPageDefinition = Extract<
  SingleDestinationDefinition,
  { retailer: "delivery_app"; intent: "product_detail" }
>;

/** Whether the redirect of this link chooses among several shops. */
export const choosesShops = <D extends SingleDestinationDefinition>(
  definition: D,
): definition is D & ProductPageDefinition =>
  definition.retailer === "delivery_app" &&
  definition.intent === "product_detail" &&
  slugsOf(definition).length > 1;

const slugsOf = ({ options }: ProductPageDefinition): string[] =>
  usableShops(options?.delivery_app ?? DELIVERY_APP_DEFAULTS).slice(0, MAX_SHOPS);

/** Looks up where the preferred shops of a link or offer are, and stores and publishes that for the redirect to choose by. */
export async function chooseShops(
  ref: PartRef,
  { links, shops, redirects, now }: Omit<ShopContext, "log">,
): Promise<void> {
  const stored = await links.find(ref.id);
  const link = stored && partOf(stored, ref.offerKey);
  if (!link || !choosesShops(link)) throw new TypeError(`no preferred shops of ${ref.id} ${ref.offerKey}`);
  const slugs = slugsOf(link);
  const known = await shops.postalCodesOf(slugs);
  const choice: ShopChoice = {
    url: withoutShop(link),
    ...(link.location?.zipCode !== undefined && { zipCode: link.location.zipCode }),
    stores: slugs.map((slug) => ({ slug, postalCodes: boundedPostalCodes(known.get(slug) ?? []) })),
  };
  // Without data about any shop, the redirect cannot choose.
  const changed = await shops.write(ref, known.size > 0 ? choice : null, now());
  if (changed) await redirects.publishCurrent(link.shortId);
}

/**
 * Does `chooseShops` for up to `limit` links whose shops were last looked up more than a day ago, or never. Returns how
 * many succeeded. A link that fails is tried again after an hour.
 */
export async function refreshShops(context: ShopContext, limit: number): Promise<number> {
  const { shops, now, log } = context;
  const before = new Date(now().getTime() - REFRESH);
  return processEach(
    await shops.stale(before, limit),
    (ref) => chooseShops(ref, context),
    async (ref, cause) => {
      log("error", "keep shop choices", { linkId: ref.id, cause });
      await shops.postpone(ref, new Date(now().getTime() - REFRESH + RETRY));
    },
  );
}

function withoutShop(link: LinkPart & ProductPageDefinition): string {
  const options = { delivery_app: { routingMode: "no_preference" as const } };
  return buildDestination({ ...link, options }, { shortId: link.shortId, settings: {}, offers: new Map() })
    .url;
}
