import type { ProductsDefinition } from "../definition.ts";
import { isGrocerAId } from "../product-ids.ts";
import { type DestinationBuilder, firstProductId } from "./destination.ts";

/** Product page by its 13-digit id: the barcode without its check digit, padded left with zeros. */
export const buildGrocerAProduct: DestinationBuilder<ProductsDefinition> = (definition) => {
  const id = firstProductId(definition);
  const path = isGrocerAId(id) ? id.padStart(13, "0") : encodeURIComponent(id);
  return {
    url: `https://www.kroger.com/p/-/${path}`,
    urlType: "pdp",
    page: "retailer",
    reason: "product_page",
  };
};
