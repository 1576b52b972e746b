import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { processEach } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import {
  type AfterCommit,
  type Combined,
  type ExtensionStatements,
  hooksByEdit,
  type LinkExtension,
} from "../links/extension.ts";
import type { LinkFinder } from "../links/link-finder.ts";
import { type LinkPart, type PartRef, partOf } from "../links/link-part.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { SingleDestinationDefinition } from "../retailers/definition.ts";
import { storesOf } from "../retailers/destinations/delivery-app-pages.ts";
import { possibleProducts } from "../retailers/product-ids.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import { boundedPostalCodes, MAX_SHOPS, type ShopChoice } from "../short-links/shop-choice.ts";
import { forgetShopsStatement, type ShopStore, wantShopsStatement } from "./shop-store.ts";

/** How old a link's shop data may be: a day, because discovery itself is refreshed weekly. */
const REFRESH = DAY_MS;
/** Delay before a retry after a failure. */
const RETRY = HOUR_MS;

interface ShopContext {
  links: LinkFinder;
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
  possibleProducts(definition, definition.products).length > 0 &&
  slugsOf(definition).length > 1;

const slugsOf = (definition: ProductPageDefinition): string[] => storesOf(definition).slice(0, MAX_SHOPS);

/** Looks up the locations of the preferred shops of a link or offer, and stores and publishes them for the redirect. */
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
  // Without data about any shop, the redirect can't choose.
  const changed = await shops.write(ref, known.size > 0 ? choice : null, now());
  if (changed) await redirects.publishCurrent(link.shortId);
}

/**
 * Runs `chooseShops` for up to `limit` links whose shops were last looked up more than a day ago, or never. Returns how
 * many succeeded. Failed links are retried after an hour.
 */
export async function refreshShops(context: ShopContext, limit: number): Promise<number> {
  const { shops, now, log } = context;
  const before = new Date(now().getTime() - REFRESH);
  return processEach(
    await shops.stale(before, limit),
    (ref) => chooseShops(ref, context),
    async (ref, cause) => {
      log("error", "refresh shop choices", { linkId: ref.id, cause });
      await shops.postpone(ref, new Date(now().getTime() - REFRESH + RETRY));
    },
  );
}

function withoutShop(link: LinkPart & ProductPageDefinition): string {
  const options = { delivery_app: { routingMode: "no_preference" as const } };
  return buildDestination({ ...link, options }, { ownPage: "", offers: new Map() }).url;
}

/** Each link takes up to six D1 and KV calls; on the Free plan all jobs of a run share 1,000 calls. */
const LINKS_PER_RUN = 30;

/**
 * Marks each link with several preferred shops for a look-up, and looks the shops up after the commit. The cron job
 * retries failures, and looks up the shops of links that were created together.
 */
export function shopExtension(dependencies: ShopContext & { db: D1Database }): LinkExtension {
  const { db } = dependencies;
  const want: Combined<ExtensionStatements> = {
    key: "want",
    call: (parts, written) => [wantShopsStatement(db, parts, written)],
  };
  const forget: Combined<ExtensionStatements> = {
    key: "forget",
    call: (parts, written) => [forgetShopsStatement(db, parts, written)],
  };
  const choose: Combined<AfterCommit> = {
    key: "choose",
    call: async ([part], { alone }) => {
      if (part && alone) await chooseShops(part, dependencies);
    },
  };
  const unknownOf = (stores: readonly string[]): Promise<string[]> =>
    dependencies.shops.unknown(stores).catch((cause: unknown) => {
      dependencies.log("error", "choose shops", { cause });
      return [];
    });
  return {
    name: "choose shops",
    hooksFor(edits) {
      let asked: Promise<string[]> | undefined;
      // One read for all links of a request.
      const unknownStores = (): Promise<string[]> => {
        asked ??= unknownOf(edits.flatMap(({ definition }) => (definition ? storesOf(definition) : [])));
        return asked;
      };
      return hooksByEdit(edits, ({ definition, previous }) => {
        const named = definition && storesOf(definition).length > 0 ? { unknownStores } : null;
        if (definition && choosesShops(definition)) return { ...named, rows: want, afterCommit: choose };
        return previous !== null && choosesShops(previous) ? { ...named, rows: forget } : named;
      });
    },
    async report(part) {
      const stores = storesOf(part);
      if (stores.length === 0) return null;
      const [unknownStores, hasChoice] = await Promise.all([
        unknownOf(stores),
        choosesShops(part) ? dependencies.shops.hasChoice(part) : null,
      ]);
      const reason = hasChoice ? "shop_per_visit" : "first_preferred_shop";
      return { unknownStores, ...(hasChoice !== null && { reason }) };
    },
  };
}

/** Job: refreshes the shop data of redirects from discovery. */
export const refreshShopChoices = (context: ShopContext): Promise<number> =>
  refreshShops(context, LINKS_PER_RUN);
