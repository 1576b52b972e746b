import { marketplaceCart, marketplaceProductPage } from "../../short-links/commission.ts";
import type { ProductsDefinition } from "../definition.ts";
import { cartLines, type DestinationBuilder, firstProductId, siteOf } from "./destination-builder.ts";

/** Product page by ASIN, at the marketplace of the link's country. */
export const buildMarketplaceProduct: DestinationBuilder<ProductsDefinition> = (definition) => ({
  url: marketplaceProductPage(siteOf(definition), firstProductId(definition)),
  urlType: "pdp",
  page: "retailer",
  reason: "product_page",
});

/** Cart of all products, which opens only with a tag: `visitDestinations` says what visits without a tag get. */
export const buildMarketplaceCart: DestinationBuilder<ProductsDefinition> = (definition) => ({
  url: marketplaceCart(siteOf(definition), [...cartLines(definition.products, (id) => id)]),
  urlType: "cart",
  page: "retailer",
  reason: "cart",
});
