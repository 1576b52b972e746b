import { appendEncoded, requireLocation } from "../core/urls.ts";
import type { DefinitionByKey, Products, SingleDestinationDefinition } from "./definition.ts";
import { buildBigboxTProduct } from "./destinations/bigbox-t.ts";
import { buildBigboxWCart, buildBigboxWProduct } from "./destinations/bigbox-w.ts";
import { buildCustomUrl } from "./destinations/custom.ts";
import { buildDeliveryAppPage, buildDeliveryAppProduct } from "./destinations/delivery-app.ts";
import type { Destination, DestinationBuilder, DestinationContext } from "./destinations/destination.ts";
import { buildGrocerAProduct } from "./destinations/grocer-a.ts";
import { buildMarketplaceCart, buildMarketplaceProduct } from "./destinations/marketplace.ts";
import { mergeUtm } from "./destinations/utm.ts";
import { type OfferVariant, type VariantKey, variantKey } from "./variants.ts";

/** The builder of every variant that leads to one destination; a variant without one is a type error. */
const BUILDERS: {
  readonly [K in VariantKey<OfferVariant>]: DestinationBuilder<
    DefinitionByKey<K> & SingleDestinationDefinition
  >;
} = {
  "bigbox_w add_to_cart": buildBigboxWCart,
  "bigbox_t product_detail": buildBigboxTProduct,
  "delivery_app product_detail": buildDeliveryAppProduct,
  "delivery_app shopping_list": buildDeliveryAppPage,
  "delivery_app recipe": buildDeliveryAppPage,
  "bigbox_w product_detail": buildBigboxWProduct,
  "bigbox_t add_to_cart": buildBigboxTProduct,
  "marketplace product_detail": buildMarketplaceProduct,
  "marketplace add_to_cart": buildMarketplaceCart,
  "grocer_a product_detail": buildGrocerAProduct,
  "custom custom_url": buildCustomUrl,
};

/**
 * Where a link, or an offer of a choice, leads: its builder's destination, with the definition's UTM values and the affiliate wrapper. Throws
 * TypeError where a Location header can't carry it, as no builder gives such a URL.
 */
export function buildDestination(
  definition: SingleDestinationDefinition,
  context: DestinationContext,
): Destination {
  // The builder under a definition's own key takes that definition; TypeScript does not follow one to the other.
  const build = BUILDERS[
    variantKey<OfferVariant>(definition)
  ] as DestinationBuilder<SingleDestinationDefinition>;
  const { products } = context;
  const built = build(products ? { ...definition, products } : definition, context);
  const { url, urlType, page, wrapper } = built;
  const reason = products && showsBackup(definition, products, built) ? "backup_chosen" : built.reason;
  if (page === "own") return { url: requireLocation(url), urlType, reason };
  const tracked = mergeUtm(url, definition.tracking?.utm ?? {}, page === "caller");
  const wrapped = wrapper ? appendEncoded(wrapper, [["u", encodeURIComponent(tracked)]]) : tracked;
  return { url: requireLocation(wrapped), urlType, reason };
}

/** Whether a backup among `products` is in the cart or on the page. A fallback or a search is made for other reasons. */
const showsBackup = (
  definition: SingleDestinationDefinition,
  products: Products,
  { urlType }: Destination,
): boolean =>
  (urlType === "cart" || urlType === "pdp") &&
  products.some(
    ({ retailerProductId }, index) => retailerProductId !== definition.products?.[index]?.retailerProductId,
  );
