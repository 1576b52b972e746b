/**
 * Why a link leads where it leads: every rule that can decide a destination, and its text. Builders in `destinations/`
 * give the code with the destination; what followers know of a stored link can replace it.
 */
const REASONS = {
  custom_url: "A custom link leads to its customUrl.",
  product_page: "A product link leads to the product's page.",
  first_product_page:
    "This retailer has no cart links and no page for several products, and allowPdp is true: the first product's page.",
  backup_chosen:
    "The retailer said that a product is unavailable, so its first available backup takes its place in the cart or as the product page.",
  cart: "An add-to-cart link leads to a cart of all products.",
  cart_by_items:
    "A cart of all products, named by item ids: the first way that the options prefer and that names every product.",
  cart_by_offers:
    "A cart of all products, named by offer ids: the first way that the options prefer and that names every product.",
  cart_in_part:
    "No cart can name every product, and there is no fallbackUrl: the cart that names the most products.",
  unavailable_product_page:
    "The retailer said that the only product is unavailable, so its cart would be empty. allowPdp is true: the product's page.",
  seller_choice_page:
    "Offers are preferred and the offer of this third-party product is not known. allowPdp is true: the product's page, where the shopper sees the sellers.",
  cart_impossible_page: "No cart can name the only product, and allowPdp is true: the product's page.",
  fallback_url: "The options or the length of the URL allow no cart and no product page: fallbackUrl.",
  search_page:
    "The options or the length of the URL allow no cart and no product page, and there is no fallbackUrl: a search for the first product.",
  shop_named: "The product's page in the store that the options name.",
  shop_per_visit:
    "Each visit leads to the first preferred store that was seen at the shopper's postal code or in its area. Without such a store: the page in the first one, as shown here.",
  first_preferred_shop:
    "The product's page in the first preferred store, as nothing is known of where the preferred stores deliver.",
  page_pending:
    "The delivery app has not made the page of this list or recipe. Until then: fallbackUrl, or our own page without one. The page is asked for after the link is written, where the service has a key of the delivery app.",
  page_made: "The page that the delivery app made of this list or recipe.",
  page_kept: "The page that the delivery app made earlier: a new one was not made yet, or could not be made.",
  page_failed:
    "The delivery app did not make the page of this list or recipe, and it is not asked again by itself: fallbackUrl, or our own page without one.",
  choice_page:
    "A choice link leads to its own page, where the shopper chooses one of its offers, each with a destination of its own.",
} as const;

/** One rule that decides where a link leads. */
export type ReasonCode = keyof typeof REASONS;

/** Why a link leads where it leads. */
export interface Reason {
  code: ReasonCode;
  text: string;
}

/** Every code. */
export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]; // the keys of a constant with entries

/** The reason with its text. */
export const reasonOf = (code: ReasonCode): Reason => ({ code, text: REASONS[code] });

/** Whether a text is one of the codes: a later version may have stored others. */
export const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(REASONS, text);
