import { locationOf } from "../../../ground/core/plain-url.ts";
import { appendEncoded } from "../../../ground/core/urls.ts";
import type { LinkDefinition, SingleDestinationDefinition } from "../definition.ts";
import { DELIVERY_APP_DEFAULTS, type DeliveryAppStores } from "../options.ts";
import { type DestinationBuilder, firstProductId } from "./destination-builder.ts";

/** Real slugs and ids have about 30 characters. Far longer ids are left out of URLs and redirect entries. */
const MAX_SHOP_ID_LENGTH = 256;

/** Whether the slug or id of a shop in the delivery app can be part of a URL. */
export const isUsableShopId = (id: string): boolean => id !== "" && id.length <= MAX_SHOP_ID_LENGTH;

type DeliveryAppDefinition = Extract<LinkDefinition, { retailer: "delivery_app" }>;

/**
 * Product page in the shop from the routing options. With `preferred` it is the first preferred shop; the redirect may
 * choose a later shop that serves the shopper's postal code.
 */
export const buildDeliveryAppProduct: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "product_detail" }>
> = (definition) => {
  const page = `https://www.instacart.com/products/${encodeURIComponent(firstProductId(definition))}`;
  const [slug, ...more] = storesOf(definition);
  const shop: [string, string][] = slug === undefined ? [] : [["retailerSlug", encodeURIComponent(slug)]];
  const reason = slug === undefined ? "product_page" : more.length > 0 ? "shop_per_visit" : "shop_named";
  return { url: appendEncoded(page, shop), urlType: "pdp", page: "retailer", reason };
};

interface NamedStore {
  field: string;
  id: string;
}

/** The unique stores that the routing options name, in order of preference: slugs of products, ids of lists and recipes. */
export function namedStores(definition: SingleDestinationDefinition): NamedStore[] {
  if (definition.retailer !== "delivery_app") return [];
  const { routingMode, ...stores } = definition.options?.delivery_app ?? DELIVERY_APP_DEFAULTS;
  const { retailer, retailerId, preferredRetailers = [] }: DeliveryAppStores = stores;
  const own = definition.intent === "product_detail" ? { retailer } : { retailerId };
  const chosen = {
    specific: Object.entries(own),
    preferred: preferredRetailers.map((id, index) => [`preferredRetailers[${index}]`, id] as const),
    no_preference: [],
  }[routingMode];
  const found = new Map<string, NamedStore>();
  for (const [name, id = ""] of chosen)
    if (isUsableShopId(id) && !found.has(id)) found.set(id, { field: `options.delivery_app.${name}`, id });
  return [...found.values()];
}

export const storesOf = (definition: SingleDestinationDefinition): string[] =>
  namedStores(definition).map(({ id }) => id);

/** A shopping list or recipe: fallbackUrl, or else our hosted page, until the delivery app has created its page. */
export const buildDeliveryAppPage: DestinationBuilder<
  Extract<DeliveryAppDefinition, { intent: "shopping_list" | "recipe" }>
> = (definition, { ownPage }) => {
  const urlType = definition.intent === "recipe" ? "instacart_recipe" : "instacart_list";
  const reason = "page_pending";
  if (definition.fallbackUrl === undefined) return { url: ownPage, urlType, page: "own", reason };
  return { url: locationOf(definition.fallbackUrl), urlType, page: "caller", reason };
};
