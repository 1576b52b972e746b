import { RETAILER_NAMES } from "../core/retailer-names.ts";
import type { LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";
import { impossibleProductIds } from "../retailers/product-ids.ts";
import { definitionParts } from "./link-part.ts";

/** A product id that cannot be one of its retailer. Callers may use it all the same; people are asked once. */
export interface ImpossibleId {
  /** As the API names it, such as `products[0].retailerProductId` or `offers[1].products[0].retailerProductId`. */
  field: string;
  id: string;
  /** What the ids of that retailer look like, for people. */
  message: string;
}

/** The products of a link or an offer, and whose they are. */
export type ProductsOfVariant = Pick<SingleDestinationDefinition, "retailer" | "intent" | "products">;

/** Whether there is any such id. */
export const hasImpossibleIds = (variant: ProductsOfVariant): boolean =>
  impossibleProductIds(variant).fields.length > 0;

/** Every such id of a definition, and of its offers. */
export const impossibleIdsOf = (definition: LinkDefinition): ImpossibleId[] =>
  definitionParts(definition).flatMap(({ definition: part }, index) => {
    const { rule, fields } = impossibleProductIds(part);
    if (!rule) return [];
    const message = `${RETAILER_NAMES[part.retailer]} ${rule.words}, such as ${rule.example}.`;
    const place = definition.retailer === "choice" ? `offers[${index}].` : "";
    return fields.map(({ field, id }) => ({ field: `${place}${field}`, id, message }));
  });
