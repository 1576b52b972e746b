import type { SingleDestinationDefinition } from "./definition.ts";
import { type OfferVariant, type ProductIdForm, requireVariant } from "./variants.ts";

/** An offer id of bigbox_w: 32 upper-case hex digits. An item id is decimal; it never goes into `offers=`. */
export const isOfferId = (id: string): boolean => /^[0-9A-F]{32}$/.test(id);
/** The grocer's product id without its leading zeros, or with them: 13 digits then. */
export const isGrocerAId = (id: string): boolean => /^[0-9]{1,13}$/.test(id);
const isDecimal = (id: string): boolean => /^[0-9]+$/.test(id);

/** What the product ids of a retailer look like. */
export interface ProductIdRule {
  /** Whether a text can be one. */
  fits: (id: string) => boolean;
  /** What they are, to be read after the retailer's name or after "its". */
  words: string;
  /** One that fits. */
  example: string;
}

/**
 * The rules by the word that the variant table has for them. Ids that break one are taken nevertheless, with a warning: a
 * retailer may change its ids before this table does. Each rule is that of the retailer's public addresses: `/ip/10450114`,
 * `/p/-/A-13474244`, `/products/16594382`, `/dp/B07XJ8C8F5` and `/p/-/0001111041700`.
 */
const RULES: Readonly<Record<Exclude<ProductIdForm, "any">, ProductIdRule>> = {
  item: { fits: isDecimal, words: "item ids are digits", example: "10450114" },
  item_or_offer: {
    fits: (id) => isDecimal(id) || isOfferId(id),
    words: "item ids are digits",
    example: "10450114",
  },
  tcin: { fits: isDecimal, words: "product ids (TCIN) are digits", example: "13474244" },
  listing: { fits: isDecimal, words: "product ids are digits", example: "16594382" },
  asin: {
    fits: (id) => /^[A-Z0-9]{10}$/.test(id),
    words: "product ids (ASIN) are 10 capital letters and digits",
    example: "B07XJ8C8F5",
  },
  barcode: { fits: isGrocerAId, words: "product ids are up to 13 digits", example: "0001111041700" },
};

/** The rule for the product ids of a variant; null where any text can be one. */
export const productIdRule = ({ ids }: Pick<OfferVariant, "ids">): ProductIdRule | null =>
  ids === "any" ? null : RULES[ids];

/** The fields of a definition that hold what cannot be a product id of its retailer, with the rule that they break. */
export function impossibleProductIds(
  definition: Pick<SingleDestinationDefinition, "retailer" | "intent" | "products">,
): {
  rule: ProductIdRule | null;
  fields: { field: string; id: string }[];
} {
  const { retailer, intent, products = [] } = definition;
  const rule = productIdRule(requireVariant(retailer, intent));
  const fields = products.flatMap(({ retailerProductId, backupProductIds = [] }, index) =>
    [
      { field: `products[${index}].retailerProductId`, id: retailerProductId },
      ...backupProductIds.map((id, place) => ({
        field: `products[${index}].backupProductIds[${place}]`,
        id,
      })),
    ].filter(({ id }) => rule?.fits(id) === false),
  );
  return { rule, fields };
}
