import { DELIVERY_APP_DEFAULTS } from "../option-defaults.ts";
import { isUsableStore } from "../../short-links/shop-choice.ts";
import { type DestinationBuilder, firstProductId } from "./destination.ts";
import { appendEncoded } from "./tracking.ts";

/**
 * Product page, in the store that the routing options name. `preferred` names the first preferred store here;
 * the redirect may choose a later one that serves the shopper's postal code.
 */
export const buildDeliveryAppProduct: DestinationBuilder = (request) => {
  const options = request.options?.delivery_app ?? DELIVERY_APP_DEFAULTS;
  const page = `https://www.instacart.com/products/${encodeURIComponent(firstProductId(request))}`;
  const slug = storeSlug(options);
  const store: [string, string][] =
    slug && isUsableStore(slug) ? [["retailerSlug", encodeURIComponent(slug)]] : [];
  return { url: appendEncoded(page, store), urlType: "pdp", page: "retailer" };
};

function storeSlug(options: {
  routingMode: string;
  retailer?: string | undefined;
  preferredRetailers?: string[] | undefined;
}): string | undefined {
  switch (options.routingMode) {
    case "specific":
      return options.retailer;
    case "preferred":
      return options.preferredRetailers?.find(isUsableStore);
    default:
      return undefined;
  }
}

/** A shopping list or recipe: fallbackUrl, or our hosted page, until the delivery app has made its page. */
export const buildDeliveryAppPage: DestinationBuilder = (request, { shortId }) => {
  const urlType = request.intent === "recipe" ? "instacart_recipe" : "instacart_list";
  if (request.fallbackUrl === undefined) return { url: `/lists/${shortId}`, urlType, page: "own" };
  return { url: new URL(request.fallbackUrl).href, urlType, page: "retailer" };
};
