import { appendEncoded } from "../../../ground/core/urls.ts";
import {
  MARKETPLACE,
  marketplaceCart,
  marketplaceProductPage,
  withAssociatesTag,
} from "../../short-links/associates-tag.ts";
import type { ProductsDefinition } from "../definition.ts";
import {
  cartLines,
  type DestinationBuilder,
  type DestinationSettings,
  fallbackOr,
  firstProductId,
  fits,
} from "./destination-builder.ts";

/** Product page by ASIN, with the deployment's Associates tag, if any. */
export const buildMarketplaceProduct: DestinationBuilder<ProductsDefinition> = (definition, { settings }) => {
  const page = marketplaceProductPage(encodeURIComponent(firstProductId(definition)));
  return { url: tagged(page, settings), urlType: "pdp", page: "retailer", reason: "product_page" };
};

const tagged = (url: string, { associatesTag }: DestinationSettings): string =>
  associatesTag ? withAssociatesTag(url, encodeURIComponent(associatesTag)) : url;

/**
 * Cart of all products. `/associates/addtocart` fills the cart only for a registered Associates tag; the historic path
 * is used for deployments without a tag. If the URL would be too long: fallbackUrl, else a search.
 */
export const buildMarketplaceCart: DestinationBuilder<ProductsDefinition> = (definition, { settings }) => {
  const items = [...cartLines(definition.products, (id) => id)].flatMap(
    ([id, quantity], index): [string, string][] => [
      [`ASIN.${index + 1}`, encodeURIComponent(id)],
      [`Quantity.${index + 1}`, String(quantity)],
    ],
  );
  const url = tagged(appendEncoded(marketplaceCart, items), settings);
  if (fits(url)) return { url, urlType: "cart", page: "retailer", reason: "cart" };
  return fallbackOr(definition, () => ({
    url: `${MARKETPLACE}/s?k=${encodeURIComponent(firstProductId(definition))}`,
    urlType: "long_link",
    page: "retailer",
    reason: "search_page",
  }));
};
