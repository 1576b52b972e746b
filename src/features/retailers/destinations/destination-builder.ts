import { marketplaceSite } from "../../../ground/core/marketplaces.ts";
import { locationOf } from "../../../ground/core/plain-url.ts";
import type { UrlType } from "../../../ground/core/vocabulary.ts";
import type { Offer, Products, ProductsDefinition, SingleDestinationDefinition } from "../definition.ts";
import type { ReasonCode } from "../destination-reasons.ts";
import type { ProductSelection } from "../parts.ts";

/**
 * Where a link redirects, the kind of page, and why. `url` is absolute, or a path on our own host. A builder's URL earns no
 * commission yet: see `visitDestinations`.
 */
export interface Destination {
  url: string;
  urlType: UrlType;
  reason: ReasonCode;
}

/** A builder's result: a destination and whose page it is, which decides how UTM values merge. */
export interface BuiltDestination extends Destination {
  /** `retailer`: existing keys stay. `caller`: the definition's tracking wins. `own`: nothing is added. */
  page: "retailer" | "caller" | "own";
}

export interface DestinationContext {
  /** The path of our own page. */
  ownPage: string;
  /** Looked-up offers by product id; empty if nothing was looked up. */
  offers: ReadonlyMap<string, Offer>;
  /** The definition's products with unavailable ones replaced by backups; absent if nothing was looked up. */
  products?: Products | undefined;
}

/** A pure function from a definition to a destination. */
export type DestinationBuilder<D extends SingleDestinationDefinition> = (
  definition: D,
  context: DestinationContext,
) => BuiltDestination;

/** The definition's fallbackUrl if present, else `otherwise`. */
export function fallbackOr(
  { fallbackUrl }: Pick<SingleDestinationDefinition, "fallbackUrl">,
  otherwise: () => BuiltDestination,
  reason: ReasonCode = "fallback_url",
): BuiltDestination {
  if (fallbackUrl === undefined) return otherwise();
  return { url: locationOf(fallbackUrl), urlType: "long_link", page: "caller", reason };
}

/** The site of a marketplace link's country. */
export const siteOf = ({ location }: Pick<ProductsDefinition, "location">): string =>
  marketplaceSite(location?.country);

/** The searches of the other retailers' sites, without the text. */
const SEARCHES: Readonly<Record<Exclude<ProductsDefinition["retailer"], "marketplace">, string>> = {
  bigbox_w: "https://www.walmart.com/search?q=",
  bigbox_t: "https://www.target.com/s?searchTerm=",
  grocer_a: "https://www.kroger.com/search?query=",
  delivery_app: "https://www.instacart.com/store/s?k=",
};

const searchOf = (definition: ProductsDefinition): string =>
  definition.retailer === "marketplace" ? `${siteOf(definition)}/s?k=` : SEARCHES[definition.retailer];

/** The definition's fallbackUrl if present, else the retailer's search for the first product. */
export const fallbackOrSearch = (definition: ProductsDefinition): BuiltDestination =>
  fallbackOr(definition, () => ({
    url: searchOf(definition) + encodeURIComponent(firstProductId(definition)),
    urlType: "long_link",
    page: "retailer",
    reason: "search_page",
  }));

export const firstProductId = ({ products }: Pick<ProductsDefinition, "products">): string =>
  products[0].retailerProductId;

/**
 * Sums quantities by the id that `name` returns for each product, in order of first appearance. Each id appears once in
 * a cart URL: how retailers treat duplicates is not documented. Products without a name are left out.
 */
export function cartLines(
  products: readonly ProductSelection[],
  name: (id: string) => string | undefined,
): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { retailerProductId, quantity } of products) {
    const id = name(retailerProductId);
    if (id !== undefined) lines.set(id, (lines.get(id) ?? 0) + quantity);
  }
  return lines;
}
