import type { LinkDefinition } from "../definition.ts";
import { BIGBOX_T_DEFAULTS } from "../options.ts";
import {
  cartLines,
  type DestinationBuilder,
  fallbackOrSearch,
  firstProductId,
} from "./destination-builder.ts";

/**
 * The retailer has no public cart links and no pages for several products: the first product's page if allowPdp, else
 * fallbackUrl, else a search for the product. For a cart of several products, fallbackUrl comes first.
 */
export const buildBigboxTProduct: DestinationBuilder<Extract<LinkDefinition, { retailer: "bigbox_t" }>> = (
  definition,
) => {
  const { intent, products, fallbackUrl, options } = definition;
  const { allowPdp } = options?.bigbox_t ?? BIGBOX_T_DEFAULTS;
  const wantsAll = intent === "add_to_cart" && cartLines(products, (id) => id).size > 1;
  if (!allowPdp || (wantsAll && fallbackUrl !== undefined)) return fallbackOrSearch(definition);
  const url = `https://www.target.com/p/-/A-${encodeURIComponent(firstProductId(definition))}`;
  return { url, urlType: "pdp", page: "retailer", reason: "first_product_page" };
};
