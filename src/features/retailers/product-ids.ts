import type { SingleDestinationDefinition } from "./definition.ts";
import type { ProductSelection } from "./parts.ts";
import { type OfferVariant, type ProductIdForm, requireVariant } from "./variants.ts";

/** An offer id of bigbox_w: 32 upper-case hex digits. An item id is decimal; it never goes into `offers=`. */
export const isOfferId = (id: string): boolean => /^[0-9A-F]{32}$/.test(id);
const isDecimal = (id: string): boolean => /^[0-9]+$/.test(id);

/** The format of a retailer's product ids. */
interface ProductIdRule {
  fits: (id: string) => boolean;
  /** A phrase that follows the retailer's name or "its". */
  description: string;
  example: string;
}

/**
 * The rules by id form of the variant table. Ids that break a rule are accepted with a warning: a retailer may change
 * its ids before this table does. Each rule reflects the retailer's public URLs: `/ip/10450114`, `/p/-/A-13474244`,
 * `/products/16594382`, `/dp/B07XJ8C8F5` and `/p/-/0001111041700`.
 */
const RULES: Readonly<Record<Exclude<ProductIdForm, "any">, ProductIdRule>> = {
  item: { fits: isDecimal, description: "item ids are digits", example: "10450114" },
  item_or_offer: {
    fits: (id) => isDecimal(id) || isOfferId(id),
    description: "item ids are digits",
    example: "10450114",
  },
  tcin: { fits: isDecimal, description: "product ids (TCIN) are digits", example: "13474244" },
  listing: { fits: isDecimal, description: "product ids are digits", example: "16594382" },
  asin: {
    fits: (id) => /^[A-Z0-9]{10}$/.test(id),
    description: "product ids (ASIN) are 10 capital letters and digits",
    example: "B07XJ8C8F5",
  },
  // Without leading zeros, the id has fewer digits.
  barcode: {
    fits: (id) => /^[0-9]{1,13}$/.test(id),
    description: "product ids are up to 13 digits",
    example: "0001111041700",
  },
};

/** The rule for the product ids of a variant; null if any text is valid. */
export const productIdRule = ({ ids }: Pick<OfferVariant, "ids">): ProductIdRule | null =>
  ids === "any" ? null : RULES[ids];

/** The fields with product ids, backups included, in order. */
export const idFields = ({ products }: Pick<SingleDestinationDefinition, "products">) =>
  (products ?? []).flatMap(({ retailerProductId, backupProductIds = [] }, index) => [
    { field: `products[${index}].retailerProductId`, id: retailerProductId },
    ...backupProductIds.map((id, place) => ({ field: `products[${index}].backupProductIds[${place}]`, id })),
  ]);

/** Whether an id has the format of a variant's product ids. */
export const isPossibleId = (
  { retailer, intent }: Pick<SingleDestinationDefinition, "retailer" | "intent">,
  id: string,
): boolean => productIdRule(requireVariant(retailer, intent))?.fits(id) !== false;

/** What decides which ids are possible. */
type OfProducts = Pick<SingleDestinationDefinition, "retailer" | "intent">;

/**
 * The products as they can be used: an id that can't be right is left out, so that the first possible backup replaces a product.
 * A product without any possible id stays as it is, in its place.
 */
export function withPossibleIds<P extends readonly ProductSelection[]>(
  definition: OfProducts,
  products: P,
): P;
export function withPossibleIds(definition: OfProducts, products: readonly ProductSelection[]) {
  return products.map((product) => {
    const { retailerProductId, backupProductIds = [], ...rest } = product;
    const [first, ...others] = [retailerProductId, ...backupProductIds].filter((id) =>
      isPossibleId(definition, id),
    );
    if (first === undefined || others.length === backupProductIds.length) return product;
    return { ...rest, retailerProductId: first, ...(others.length > 0 && { backupProductIds: others }) };
  });
}

/** The products that have a possible id. */
export const possibleProducts = (definition: OfProducts, products: readonly ProductSelection[]) =>
  withPossibleIds(definition, products).filter(({ retailerProductId: id }) => isPossibleId(definition, id));

/** The fields of a definition with ids that can't belong to its retailer, and the rule that they break. */
export function impossibleProductIds(
  definition: Pick<SingleDestinationDefinition, "retailer" | "intent" | "products">,
): {
  rule: ProductIdRule | null;
  fields: { field: string; id: string }[];
} {
  const rule = productIdRule(requireVariant(definition.retailer, definition.intent));
  return { rule, fields: idFields(definition).filter(({ id }) => rule?.fits(id) === false) };
}
