/**
 * Why a link redirects where it does: every rule that can decide a destination, and its text. Builders in
 * `destinations/` return the code with the destination; extensions of links can replace it for a stored link.
 */
const REASONS = {
  custom_url: "A custom link opens its customUrl.",
  product_page: "A product link opens the product's page.",
  first_product_page:
    "This retailer has no cart links and no pages for several products, and allowPdp is true: the first product's page.",
  backup_chosen:
    "The retailer reported a product as unavailable, so its first available backup replaces it in the cart or as the product page.",
  cart: "An add-to-cart link opens a cart of all products.",
  cart_by_items: "A cart of all products by item ids: the preferred form that can name every product.",
  cart_by_offers: "A cart of all products by offer ids: the preferred form that can name every product.",
  cart_in_part:
    "No cart can name every product, and there is no fallbackUrl: the cart that names the most products.",
  unavailable_product_page:
    "The retailer reported the only product as unavailable, so its cart would be empty. allowPdp is true: the product's page.",
  seller_choice_page:
    "Offer ids are preferred, but the offer id of this third-party product is unknown. allowPdp is true: the product's page, where the shopper sees the sellers.",
  cart_impossible_page: "No cart can name the only product, and allowPdp is true: the product's page.",
  untagged_product_page:
    "This retailer fills a cart only with an Associates tag, and this visit has none: the page of the only product.",
  untagged_fallback:
    "This retailer fills a cart only with an Associates tag, and this visit has none: fallbackUrl, because there are several products.",
  untagged_list_page:
    "This retailer fills a cart only with an Associates tag, and this visit has none: our own page, with a row for each product that opens at the retailer.",
  unavailable_fallback:
    "The retailer reported every product and every backup as unavailable: fallbackUrl, until a product is available again.",
  fallback_url:
    "The retailer, the ids or the options allow no cart and no product page of all products: fallbackUrl.",
  search_page:
    "The ids or the options allow no cart and no product page, and there is no fallbackUrl: a search for the first product.",
  shop_named: "The product's page in the store from the options.",
  shop_per_visit:
    "Each visit goes to the first preferred store known to deliver to the shopper's postal code or area. Without such a store: the page in the first preferred store, as shown here.",
  first_preferred_shop:
    "The product's page in the first preferred store, because the delivery areas of the preferred stores are unknown.",
  page_pending:
    "The delivery app has not created the page of this list or recipe yet. Until then: fallbackUrl, or else our own page. The page is requested after the link is written, if the service has a key for the delivery app.",
  page_made: "The page that the delivery app created for this list or recipe.",
  page_kept:
    "The earlier page from the delivery app: a new page has not been created yet, or creating it failed.",
  page_failed:
    "The delivery app could not create the page of this list or recipe, and there is no automatic retry: fallbackUrl, or else our own page.",
  choice_page:
    "A choice link opens its own page, where the shopper chooses one of its offers, each with its own destination.",
} as const;

export type ReasonCode = keyof typeof REASONS;

/** Why a link redirects where it does. */
export interface Reason {
  code: ReasonCode;
  text: string;
}

export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]; // the keys of a constant with entries

export const reasonOf = (code: ReasonCode): Reason => ({ code, text: REASONS[code] });

/** Whether a text is a known code: a later version may have stored others. */
export const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(REASONS, text);
