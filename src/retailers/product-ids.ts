import type { OfferVariant, VariantKey } from "./variants.ts";

/** An offer id of bigbox_w: 32 upper-case hex digits. An item id is decimal; it never goes into `offers=`. */
export const isOfferId = (id: string): boolean => /^[0-9A-F]{32}$/.test(id);
/** The grocer's product id without its leading zeros, or with them: 13 digits then. */
export const isGrocerAId = (id: string): boolean => /^[0-9]{1,13}$/.test(id);
const isDecimal = (id: string): boolean => /^[0-9]+$/.test(id);
/** An ASIN: 10 upper-case letters and digits. */
const isAsin = (id: string): boolean => /^[A-Z0-9]{10}$/.test(id);

/**
 * Whether a text can be a product id of each variant; null where any text can. Ids that can't are taken nevertheless,
 * with a warning: a retailer may change its ids before this table does.
 */
const PRODUCT_IDS: Readonly<Record<VariantKey<OfferVariant>, ((id: string) => boolean) | null>> = {
  "bigbox_w add_to_cart": (id) => isDecimal(id) || isOfferId(id),
  "bigbox_t product_detail": isDecimal,
  "delivery_app product_detail": isDecimal,
  "delivery_app shopping_list": isDecimal,
  "delivery_app recipe": isDecimal,
  "bigbox_w product_detail": isDecimal,
  "bigbox_t add_to_cart": isDecimal,
  "marketplace product_detail": isAsin,
  "marketplace add_to_cart": isAsin,
  "grocer_a product_detail": isGrocerAId,
  "custom custom_url": null,
};

/** Whether a text can be a product id of the variant. */
export const canBeProductId = (variant: VariantKey<OfferVariant>, id: string): boolean =>
  PRODUCT_IDS[variant]?.(id) ?? true;
