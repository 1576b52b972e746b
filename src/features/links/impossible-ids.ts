import { RETAILER_NAMES } from "../../ground/core/retailer-names.ts";
import type { LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";
import { impossibleProductIds } from "../retailers/product-ids.ts";
import { definitionParts } from "./link-part.ts";

/** A product id that can't belong to its retailer. API callers may use it anyway; the dashboard asks once. */
export interface ImpossibleId {
  /** As the API names it, such as `products[0].retailerProductId` or `offers[1].products[0].retailerProductId`. */
  field: string;
  id: string;
  /** Describes the format of that retailer's ids, for people. */
  message: string;
}

/** The products of a link or an offer, with their retailer. */
export type ProductsOfVariant = Pick<SingleDestinationDefinition, "retailer" | "intent" | "products">;

export const hasImpossibleIds = (variant: ProductsOfVariant): boolean =>
  impossibleProductIds(variant).fields.length > 0;

/** All impossible ids of a definition and its offers. */
export const impossibleIdsOf = (definition: LinkDefinition): ImpossibleId[] =>
  definitionParts(definition).flatMap(({ definition: part }, index) => {
    const { rule, fields } = impossibleProductIds(part);
    if (!rule) return [];
    const message = `${RETAILER_NAMES[part.retailer]} ${rule.description}, such as ${rule.example}.`;
    const place = definition.retailer === "choice" ? `offers[${index}].` : "";
    return fields.map(({ field, id }) => ({ field: `${place}${field}`, id, message }));
  });
