import { ServiceError } from "../../ground/core/errors.ts";
import type { LinkIntent, OfferRetailer, Retailer } from "../../ground/core/vocabulary.ts";

/**
 * Which `options` a variant accepts: exactly its own key, its own key with that content, or any of the three keys.
 * `options.ts` has a schema for each. `offers`: no options, but offers of other variants.
 */
type Envelope = "bigbox_w" | "bigbox_t" | "delivery_app" | "shopping_list" | "recipe" | "general" | "offers";

/** The key of the `options` that links of a variant read; all others are only stored. */
type UsedOptions = "bigbox_w" | "bigbox_t" | "delivery_app" | "none";

/** How many products a variant accepts, in the specification's notation. */
type ProductBounds = "0" | "1" | "1-100" | "0-100";

/** The form of a variant's product ids; `product-ids.ts` has the rules. `any`: no rule. */
export type ProductIdForm = "item" | "item_or_offer" | "tcin" | "listing" | "asin" | "barcode" | "any";

const row = <
  const R extends Retailer,
  const I extends LinkIntent,
  const P extends ProductBounds,
  const E extends Envelope,
>(
  retailer: R,
  intent: I,
  title: string,
  products: P,
  ids: ProductIdForm,
  envelope: E,
  uses: UsedOptions,
) => ({ retailer, intent, title, products, ids, envelope, uses });

/**
 * The variants of POST /v1/links. Validation, the 422 rule, the type of a link, OpenAPI and the record of destination
 * builders are derived from it; CONTRIBUTING.md says what else a retailer needs.
 */
// biome-ignore format: one row a line reads as the table it is
export const VARIANTS = [
  row("bigbox_w", "add_to_cart", "Add-to-cart, first big-box", "1-100", "item_or_offer", "bigbox_w", "bigbox_w"),
  row("bigbox_t", "product_detail", "Product detail, second big-box", "1-100", "tcin", "bigbox_t", "bigbox_t"),
  row("delivery_app", "product_detail", "Product detail, delivery app", "1", "listing", "delivery_app", "delivery_app"),
  row("delivery_app", "shopping_list", "Shopping list", "0-100", "listing", "shopping_list", "delivery_app"),
  row("delivery_app", "recipe", "Recipe", "0-100", "listing", "recipe", "delivery_app"),
  row("bigbox_w", "product_detail", "Direct: first big-box product detail", "1", "item", "general", "none"),
  row("bigbox_t", "add_to_cart", "Direct: second big-box add-to-cart", "1-100", "tcin", "general", "bigbox_t"),
  row("marketplace", "product_detail", "Direct: marketplace product detail", "1", "asin", "general", "none"),
  row("marketplace", "add_to_cart", "Direct: marketplace add-to-cart", "1-100", "asin", "general", "none"),
  row("grocer_a", "product_detail", "Direct: grocer_a product detail", "1", "barcode", "general", "none"),
  row("custom", "custom_url", "Custom URL", "0-100", "any", "general", "none"),
  row("choice", "choose_retailer", "Choice of shops", "0", "any", "offers", "none"),
] as const;

/** A supported retailer and intent. */
export type Variant = (typeof VARIANTS)[number];
/** A variant whose links have offers of other variants. */
export type ChoiceVariant = Extract<Variant, { envelope: "offers" }>;
/** A variant with a single destination, for links and for offers of a choice. */
export type OfferVariant = Exclude<Variant, ChoiceVariant>;

export const hasOffers = (variant: Variant): variant is ChoiceVariant => variant.envelope === "offers";
/** The variants that an offer can have. */
export const OFFER_VARIANTS: readonly OfferVariant[] = VARIANTS.filter(
  (variant): variant is OfferVariant => !hasOffers(variant),
);

/** A variant's retailer and intent in one string. */
export type VariantKey<V extends Variant = Variant> = V extends Variant
  ? `${V["retailer"]} ${V["intent"]}`
  : never;

export const variantKey = <V extends Variant>({ retailer, intent }: Pick<V, "retailer" | "intent">) =>
  `${retailer} ${intent}` as VariantKey<V>; // every definition has a variant

export const productBounds = ({ products }: Variant): { min: number; max: number } => ({
  min: products.startsWith("0") ? 0 : 1,
  max: products.endsWith("100") ? 100 : Number(products),
});

export const requiresCustomUrl = ({ intent }: Variant): boolean => intent === "custom_url";

/** Whether its links name the country of a marketplace. */
export const hasCountries = ({ ids }: Variant): boolean => ids === "asin";

const byPair = new Map<string, Variant>(
  VARIANTS.map((variant) => [`${variant.retailer} ${variant.intent}`, variant]),
);

/** "Its intents are add_to_cart and product_detail." */
function intentsOf(retailer: Retailer): string {
  const intents = VARIANTS.filter((variant) => variant.retailer === retailer).map(({ intent }) => intent);
  const listed = new Intl.ListFormat("en").format(intents);
  return intents.length === 1 ? `Its intent is ${listed}.` : `Its intents are ${listed}.`;
}

/** The variant of a retailer and intent. Throws `unsupported_retailer_intent` if there is no such variant. */
export function requireVariant(retailer: Retailer, intent: LinkIntent, field?: string): Variant {
  const variant = byPair.get(`${retailer} ${intent}`);
  if (variant) return variant;
  throw new ServiceError(
    "unsupported_retailer_intent",
    `The intent ${intent} is not supported for the retailer ${retailer}${field ? ` in ${field}` : ""}. ${intentsOf(retailer)}`,
  );
}

/** Whether a retailer's cart links fill a cart: those of `bigbox_t` show a product. */
export const hasCarts = (retailer: OfferRetailer): boolean =>
  retailer !== "bigbox_t" && byPair.has(`${retailer} add_to_cart`);

/** The retailers whose product API says what is available: `features/availability/catalogs/` has a client for each. */
export const CATALOG_RETAILERS = ["bigbox_w", "grocer_a", "marketplace"] as const satisfies OfferRetailer[];
