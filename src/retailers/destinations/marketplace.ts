import { appendEncoded } from "../../core/url-query.ts";
import type { ProductsDefinition } from "../definition.ts";
import { cartLines } from "./cart-lines.ts";
import { type DestinationBuilder, fallbackOr, firstProductId, fits } from "./destination.ts";

const SITE = "https://www.amazon.com";

/** Product page by ASIN, with the deployment's Associates tag where there is one. */
export const buildMarketplaceProduct: DestinationBuilder<ProductsDefinition> = (definition, { settings }) => {
  const page = `${SITE}/dp/${encodeURIComponent(firstProductId(definition))}`;
  const tag: [string, string][] = settings.associatesTag
    ? [["tag", encodeURIComponent(settings.associatesTag)]]
    : [];
  return { url: appendEncoded(page, tag), urlType: "pdp", page: "retailer" };
};

/**
 * Cart of all products. `/associates/addtocart` fills the cart only for a registered Associates tag; the
 * historic path is kept for deployments without one. Where the URL would be too long: fallbackUrl, else a search.
 */
export const buildMarketplaceCart: DestinationBuilder<ProductsDefinition> = (definition, { settings }) => {
  const items = [...cartLines(definition.products, (id) => id)].flatMap(
    ([id, quantity], index): [string, string][] => [
      [`ASIN.${index + 1}`, encodeURIComponent(id)],
      [`Quantity.${index + 1}`, String(quantity)],
    ],
  );
  const { associatesTag } = settings;
  const url = associatesTag
    ? appendEncoded(`${SITE}/associates/addtocart`, [
        ["AssociateTag", encodeURIComponent(associatesTag)],
        ...items,
      ])
    : appendEncoded(`${SITE}/gp/aws/cart/add.html`, items);
  if (fits(url)) return { url, urlType: "cart", page: "retailer" };
  return fallbackOr(definition, () => ({
    url: `${SITE}/s?k=${encodeURIComponent(firstProductId(definition))}`,
    urlType: "long_link",
    page: "retailer",
  }));
};
