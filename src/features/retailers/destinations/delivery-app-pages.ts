import { appendEncoded } from "../../../ground/core/urls.ts";
import type { LinkDefinition } from "../definition.ts";
import { DELIVERY_APP_DEFAULTS } from "../options.ts";
import { type DestinationBuilder, firstProductId } from "./destination-builder.ts";

/** Real slugs and ids have about 30 characters. Far longer ids are left out of URLs and redirect entries. */
const MAX_SHOP_ID_LENGTH = 256;

/** Whether the slug or id of a shop in the delivery app can be part of a URL. */
export const isUsableShopId = (id: string): boolean => id !== "" && id.length <= MAX_SHOP_ID_LENGTH;

type DeliveryAppDefinition = Extract<LinkDefinition, { retailer: "delivery_app" }>;

/**
 * Product page in the shop from the routing options. With `preferred` it is the first preferred shop; the redirect may
 * choose a later shop that serves the shopper's postal code.
 */
export const buildDeliveryAppProduct: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "product_detail" }>
> = (definition) => {
  const options = definition.options?.delivery_app ?? DELIVERY_APP_DEFAULTS;
  const page = `https://www.instacart.com/products/${encodeURIComponent(firstProductId(definition))}`;
  const [slug, ...more] = usableShops(options);
  const shop: [string, string][] = slug === undefined ? [] : [["retailerSlug", encodeURIComponent(slug)]];
  const reason = slug === undefined ? "product_page" : more.length > 0 ? "shop_per_visit" : "shop_named";
  return { url: appendEncoded(page, shop), urlType: "pdp", page: "retailer", reason };
};

/** The unique shops in the routing options of a product link, in order of preference. */
export function usableShops(options: {
  routingMode: string;
  retailer?: string | undefined;
  preferredRetailers?: string[] | undefined;
}): string[] {
  switch (options.routingMode) {
    case "specific":
      return [options.retailer ?? ""].filter(isUsableShopId);
    case "preferred":
      return [...new Set(options.preferredRetailers?.filter(isUsableShopId))];
    default:
      return [];
  }
}

/** A shopping list or recipe: fallbackUrl, or else our hosted page, until the delivery app has created its page. */
export const buildDeliveryAppPage: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "shopping_list" | "recipe" }>
> = (definition, { ownPage }) => {
  const urlType = definition.intent === "recipe" ? "instacart_recipe" : "instacart_list";
  const reason = "page_pending";
  if (definition.fallbackUrl === undefined) return { url: ownPage, urlType, page: "own", reason };
  return { url: new URL(definition.fallbackUrl).href, urlType, page: "caller", reason };
};
