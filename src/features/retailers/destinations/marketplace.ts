import { marketplaceCart, marketplaceProductPage } from "../../short-links/associates-tag.ts";
import type { ProductsDefinition } from "../definition.ts";
import {
  cartLines,
  type DestinationBuilder,
  type DestinationSettings,
  fallbackOr,
  firstProductId,
} from "./destination-builder.ts";

/** Product page by ASIN, with the deployment's Associates tag, if any. */
export const buildMarketplaceProduct: DestinationBuilder<ProductsDefinition> = (
  definition,
  { settings },
) => ({
  url: marketplaceProductPage(firstProductId(definition), tagOf(settings)),
  urlType: "pdp",
  page: "retailer",
  reason: "product_page",
});

const tagOf = ({ associatesTag }: DestinationSettings): string | undefined =>
  associatesTag ? encodeURIComponent(associatesTag) : undefined;

/**
 * Cart of all products, which only a registered Associates tag fills. Without a tag: the page of the only product; for
 * several products fallbackUrl, else our own page with a row per product. Scans follow the same rule: `scanDestination`.
 */
export const buildMarketplaceCart: DestinationBuilder<ProductsDefinition> = (definition, context) => {
  const lines = [...cartLines(definition.products, (id) => id)];
  const tag = tagOf(context.settings);
  if (tag !== undefined)
    return { url: marketplaceCart(tag, lines), urlType: "cart", page: "retailer", reason: "cart" };
  if (lines.length === 1)
    return { ...buildMarketplaceProduct(definition, context), reason: "untagged_product_page" };
  const list = { urlType: "long_link", page: "own", reason: "untagged_list_page" } as const;
  return fallbackOr(definition, () => ({ url: context.ownPage, ...list }), "untagged_fallback");
};
