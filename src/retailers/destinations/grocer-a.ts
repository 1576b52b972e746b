import type { ProductsDefinition } from "../definition.ts";
import { type DestinationBuilder, firstProductId } from "./destination.ts";

/** Product page by its 13-digit id: the barcode without its check digit, padded left with zeros. */
export const buildGrocerAProduct: DestinationBuilder<ProductsDefinition> = (definition) => {
  const id = firstProductId(definition);
  const path = /^[0-9]{1,13}$/.test(id) ? id.padStart(13, "0") : encodeURIComponent(id);
  return { url: `https://www.kroger.com/p/-/${path}`, urlType: "pdp", page: "retailer" };
};
