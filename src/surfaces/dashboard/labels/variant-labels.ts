import { hasCarts } from "../../../features/retailers/read-pasted.ts";
import {
  OFFER_VARIANTS,
  type OfferVariant,
  VARIANTS,
  type Variant,
  type VariantKey,
} from "../../../features/retailers/variants.ts";
import {
  type LinkIntent,
  RETAILER_NAMES,
  RETAILERS,
  type Retailer,
} from "../../../ground/core/vocabulary.ts";
import type { IconName } from "../layout/icon.tsx";

export const INTENT_NAMES: Readonly<Record<LinkIntent, string>> = {
  add_to_cart: "Fill a cart",
  product_detail: "Show a product",
  shopping_list: "Shopping list",
  recipe: "Recipe",
  custom_url: "Web page",
  choose_retailer: "Let shoppers choose",
};

export const INTENT_ICONS: Readonly<Record<LinkIntent, IconName>> = {
  add_to_cart: "cart",
  product_detail: "product",
  shopping_list: "list",
  recipe: "recipe",
  custom_url: "page",
  choose_retailer: "choice",
};

export const VARIANT_HINTS: Readonly<Record<VariantKey, string>> = {
  "bigbox_w add_to_cart": "Opens the shopper's cart with your products in it, in the quantities you choose.",
  "bigbox_w product_detail": "Opens the page of one product.",
  "bigbox_t product_detail": "Opens the page of the first product of your list.",
  "bigbox_t add_to_cart": "Opens the page of the first product: Target has no cart links.",
  "delivery_app product_detail": "Opens the page of one product, in a store if you name one.",
  "delivery_app shopping_list": "Opens a list of items to order from a store nearby.",
  "delivery_app recipe": "Opens a recipe with ingredients to order from a store nearby.",
  "marketplace product_detail": "Opens the page of one product.",
  "marketplace add_to_cart": "Opens the shopper's cart with your products in it.",
  "grocer_a product_detail": "Opens the page of one product.",
  "custom custom_url": "Opens any web page. Its visits are counted too.",
  "choice choose_retailer": "Opens a page where the shopper chooses one of several shops.",
};

/** What a link is, as in "Walmart: fill a cart". */
export function linkKind({ retailer, intent }: { retailer: Retailer; intent: LinkIntent }): string {
  if (retailer === "custom") return "Web page link";
  if (retailer === "choice") return RETAILER_NAMES.choice;
  return `${RETAILER_NAMES[retailer]}: ${INTENT_NAMES[intent].toLowerCase()}`;
}

/** A cart link that fills no cart would mislead people, so only programs can create it. */
const isOffered = ({ retailer, intent }: Variant): boolean =>
  retailer === "choice" || intent !== "add_to_cart" || hasCarts(retailer);

/** The shops that most people need come first, the others in the order of the vocabulary. */
const ORDER: readonly Retailer[] = [...new Set<Retailer>(["bigbox_w", "bigbox_t", ...RETAILERS])];

const ordered = <V extends Variant>(variants: readonly V[]): V[] =>
  variants.filter(isOffered).sort((a, b) => ORDER.indexOf(a.retailer) - ORDER.indexOf(b.retailer));

/** The variants that people can create links of. */
export const OFFERED_VARIANTS: readonly Variant[] = ordered(VARIANTS);
/** The variants that an offer of a choice can have. */
export const OFFERED_OFFERS: readonly OfferVariant[] = ordered(OFFER_VARIANTS);
