import { appendEncoded } from "../../core/url-query.ts";
import type { LinkDefinition } from "../definition.ts";
import { DELIVERY_APP_DEFAULTS } from "../option-defaults.ts";
import { isUsableShopId } from "../shop-id.ts";
import { type DestinationBuilder, firstProductId } from "./destination.ts";

type DeliveryAppDefinition = Extract<LinkDefinition, { retailer: "delivery_app" }>;

/**
 * Product page, in the shop that the routing options name. `preferred` names the first preferred shop here;
 * the redirect may choose a later one that serves the shopper's postal code.
 */
export const buildDeliveryAppProduct: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "product_detail" }>
> = (definition) => {
  const options = definition.options?.delivery_app ?? DELIVERY_APP_DEFAULTS;
  const page = `https://www.instacart.com/products/${encodeURIComponent(firstProductId(definition))}`;
  const slug = shopSlug(options);
  const shop: [string, string][] =
    slug && isUsableShopId(slug) ? [["retailerSlug", encodeURIComponent(slug)]] : [];
  return { url: appendEncoded(page, shop), urlType: "pdp", page: "retailer" };
};

function shopSlug(options: {
  routingMode: string;
  retailer?: string | undefined;
  preferredRetailers?: string[] | undefined;
}): string | undefined {
  switch (options.routingMode) {
    case "specific":
      return options.retailer;
    case "preferred":
      return options.preferredRetailers?.find(isUsableShopId);
    default:
      return undefined;
  }
}

/** A shopping list or recipe: fallbackUrl, or our hosted page, until the delivery app has made its page. */
export const buildDeliveryAppPage: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "shopping_list" | "recipe" }>
> = (definition, { shortId }) => {
  const urlType = definition.intent === "recipe" ? "instacart_recipe" : "instacart_list";
  if (definition.fallbackUrl === undefined) return { url: `/lists/${shortId}`, urlType, page: "own" };
  return { url: new URL(definition.fallbackUrl).href, urlType, page: "retailer" };
};
