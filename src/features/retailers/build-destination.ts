import { locationOf } from "../../ground/core/plain-url.ts";
import { requireLocation } from "../../ground/core/urls.ts";
import { mergeUtm } from "../short-links/utm.ts";
import type {
  DefinitionByKey,
  LinkDefinition,
  Products,
  ProductsDefinition,
  SingleDestinationDefinition,
} from "./definition.ts";
import { buildBigboxTProduct } from "./destinations/bigbox-t.ts";
import { buildBigboxWCart, buildBigboxWProduct } from "./destinations/bigbox-w.ts";
import { buildDeliveryAppPage, buildDeliveryAppProduct } from "./destinations/delivery-app-pages.ts";
import {
  type BuiltDestination,
  type Destination,
  type DestinationBuilder,
  type DestinationContext,
  fallbackOr,
  fallbackOrSearch,
  firstProductId,
} from "./destinations/destination-builder.ts";
import { buildMarketplaceCart, buildMarketplaceProduct } from "./destinations/marketplace.ts";
import { possibleProducts, withPossibleIds } from "./product-ids.ts";
import { type OfferVariant, type VariantKey, variantKey } from "./variants.ts";

/** The caller's own URL. */
const buildCustomUrl: DestinationBuilder<Extract<LinkDefinition, { retailer: "custom" }>> = ({
  customUrl,
}) => ({ url: locationOf(customUrl), urlType: "custom", page: "caller", reason: "custom_url" });

/** Product page by its 13-digit id: the barcode without its check digit, padded left with zeros. */
const buildGrocerAProduct: DestinationBuilder<ProductsDefinition> = (definition) => {
  const url = `https://www.kroger.com/p/-/${firstProductId(definition).padStart(13, "0")}`;
  return { url, urlType: "pdp", page: "retailer", reason: "product_page" };
};

/** The builder of every variant with a single destination; a missing builder is a type error. */
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
 * Where a link or an offer redirects: its builder's destination, with the definition's UTM values. Throws TypeError if the URL is
 * invalid in a Location header, which no builder produces.
 */
export function buildDestination(
  definition: SingleDestinationDefinition,
  context: DestinationContext,
): Destination {
  const isAboutProducts = definition.intent === "add_to_cart" || definition.intent === "product_detail";
  const products =
    context.products ?? (isAboutProducts ? withPossibleIds(definition, definition.products) : undefined);
  const built = isAboutProducts ? ofUsableProducts(definition, context) : build(definition, context);
  const { url, urlType, page } = built;
  const reason = products && showsBackup(definition, products, built) ? "backup_chosen" : built.reason;
  if (page === "own") return { url: requireLocation(url), urlType, reason };
  const tracked = mergeUtm(url, definition.tracking?.utm ?? {}, page === "caller");
  return { url: requireLocation(tracked), urlType, reason };
}

function build(definition: SingleDestinationDefinition, context: DestinationContext): BuiltDestination {
  // The builder under a definition's own key accepts that definition; TypeScript can't infer that.
  const builder = BUILDERS[
    variantKey<OfferVariant>(definition)
  ] as DestinationBuilder<SingleDestinationDefinition>;
  return builder(definition, context);
}

/**
 * The destination without what is known to be bad: ids that can't be product ids are left out, and if no product of the
 * link can be bought, fallbackUrl replaces the retailer.
 */
function ofUsableProducts(definition: ProductsDefinition, context: DestinationContext): BuiltDestination {
  const usable = possibleProducts(definition, context.products ?? definition.products);
  // The retailers have no page of several products.
  const [first, ...more] = definition.intent === "add_to_cart" ? usable : usable.slice(0, 1);
  if (!first) return fallbackOrSearch(definition);
  const isSoldOut = (id: string) => context.offers.get(id)?.availability === "unavailable";
  const allSoldOut = possibleProducts(definition, definition.products).every(
    ({ retailerProductId, backupProductIds = [] }) =>
      [retailerProductId, ...backupProductIds].every(isSoldOut),
  );
  const usual = () => build({ ...definition, products: [first, ...more] }, context);
  return allSoldOut ? fallbackOr(definition, usual, "unavailable_fallback") : usual();
}

/** Whether the cart or page shows a backup among `products`. A fallback or a search has other reasons. */
const showsBackup = (
  definition: SingleDestinationDefinition,
  products: Products,
  { urlType }: Destination,
): boolean =>
  (urlType === "cart" || urlType === "pdp") &&
  products.some(
    ({ retailerProductId }, index) => retailerProductId !== definition.products?.[index]?.retailerProductId,
  );
