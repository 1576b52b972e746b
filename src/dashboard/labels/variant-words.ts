import type { LinkIntent } from "../../core/vocabulary.ts";
import type { VariantKey } from "../../retailers/variants.ts";

/** What a link is made for, in a few words. */
export const INTENT_NAMES: Readonly<Record<LinkIntent, string>> = {
  add_to_cart: "Fill a cart",
  product_detail: "Show a product",
  shopping_list: "Shopping list",
  recipe: "Recipe",
  custom_url: "Web page",
  choose_retailer: "Let shoppers choose",
};

/** What each variant does, for a person who chooses one. */
export const VARIANT_WORDS: Readonly<Record<VariantKey, string>> = {
  "bigbox_w add_to_cart": "Opens the shopper's cart with your products in it, in the quantities you choose.",
  "bigbox_w product_detail": "Opens the page of one product.",
  "bigbox_t product_detail": "Opens the page of the first product of your list.",
  "bigbox_t add_to_cart": "Opens the page of the first product, as Target has no links that fill a cart.",
  "delivery_app product_detail": "Opens the page of one product, in a store of your choice if you name one.",
  "delivery_app shopping_list": "Opens a page with items that the shopper orders from a store nearby.",
  "delivery_app recipe": "Opens a recipe whose ingredients the shopper orders from a store nearby.",
  "marketplace product_detail": "Opens the page of one product.",
  "marketplace add_to_cart": "Opens the shopper's cart with your products in it.",
  "grocer_a product_detail": "Opens the page of one product.",
  "custom custom_url": "Opens an address that you choose, counted and printed like every other link.",
  "choice choose_retailer": "Opens a page where the shopper chooses one of several shops.",
};
