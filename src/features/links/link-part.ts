import { canonicalJson } from "../../ground/core/json.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import type { LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";
import type { Link, LinkRecord } from "./link.ts";

/** Identifies a part of a link: an offer of a choice by its key, or '' for any other link as a whole. */
export interface PartRef {
  id: string;
  offerKey: string;
}

/** The part of a link that has one destination: the link itself, or an offer of a choice as if it were a link. */
export type LinkPart = LinkRecord & SingleDestinationDefinition & PartRef;

/** The same for a definition. */
export interface DefinitionPart {
  offerKey: string;
  definition: SingleDestinationDefinition;
}

/** The parts of a definition, in order. Each shares the products array of its link or offer. */
export function definitionParts(definition: LinkDefinition): DefinitionPart[] {
  if (definition.retailer !== "choice") return [{ offerKey: "", definition }];
  const { offers, page, fallbackUrl, retailer, intent, ...common } = definition;
  return offers.map((offer: ChoiceOffer) => {
    const { key, label, countries, when, weight, ...own } = offer;
    // The offer has the fields of its variant; the link has the common fields.
    return { offerKey: key, definition: { ...common, ...own } as SingleDestinationDefinition };
  });
}

/** The parts of a stored link, in order. */
export function partsOf(link: Link): LinkPart[] {
  if (link.retailer !== "choice") return [{ ...link, offerKey: "" }];
  const states = new Map(link.offerDestinations?.map((found) => [found.key, found]));
  return definitionParts(link).flatMap(({ offerKey, definition }) => {
    const found = states.get(offerKey);
    if (!found) return [];
    const { destination, urlType, reason } = found;
    // As above; the link's record is part of the common fields.
    return [{ ...definition, destination, urlType, reason, offerKey } as LinkPart];
  });
}

/** The part of a stored link with this key, if it exists. */
export const partOf = (link: Link, offerKey: string): LinkPart | undefined =>
  partsOf(link).find((part) => part.offerKey === offerKey);

/** Whether two parts resolve to the same destination, so that it and the extensions' data stay. */
export const haveSameDestination = (
  one: SingleDestinationDefinition,
  other: SingleDestinationDefinition,
): boolean => destinationInputs(one) === destinationInputs(other);

/** The fields that decide where a part redirects, as text. */
function destinationInputs(definition: SingleDestinationDefinition): string {
  const { retailer, intent, products, customUrl, fallbackUrl, location, options, tracking } = definition;
  return canonicalJson([
    { retailer, intent, products, customUrl, fallbackUrl, location, options },
    tracking?.utm ?? {},
  ]);
}

// All tables of extensions identify a part of a link by `link_id` and `offer_key`; '' is the link as a whole.

/** The beginning of a statement: the parts in the JSON of ?1. */
export const GIVEN_PARTS = `WITH part AS MATERIALIZED (
    SELECT value ->> 'id' AS link_id, value ->> 'offerKey' AS offer_key FROM json_each(?1))`;

export const IS_GIVEN_PART = "(link_id, offer_key) IN (SELECT link_id, offer_key FROM part)";

export const partsJson = (parts: readonly PartRef[]): string =>
  JSON.stringify(parts.map(({ id, offerKey }) => ({ id, offerKey })));

/** The condition for the part of link ?1 with key ?2. */
export const IS_PART = "link_id = ?1 AND offer_key = ?2";
