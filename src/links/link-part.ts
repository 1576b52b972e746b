import { canonicalJson } from "../core/canonical-json.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import type { LinkDefinition, SingleDestinationDefinition } from "../retailers/definition.ts";
import type { Link, LinkRecord } from "./link.ts";

/** What tells apart the parts of all links: the key of an offer of a choice, or '' for any other link as a whole. */
export interface PartRef {
  /** Of the link. */
  id: string;
  offerKey: string;
}

/** What of a link leads to one destination: the link itself, or an offer of a choice, read as a link of its own. */
export type LinkPart = LinkRecord & SingleDestinationDefinition & PartRef;

/** The same of a definition. */
export interface DefinitionPart {
  offerKey: string;
  definition: SingleDestinationDefinition;
}

/** The parts of a definition, in order. Each keeps the list of products of its link or offer. */
export function definitionParts(definition: LinkDefinition): DefinitionPart[] {
  if (definition.retailer !== "choice") return [{ offerKey: "", definition }];
  const { offers, page, retailer, intent, ...common } = definition;
  return offers.map((offer: ChoiceOffer) => {
    const { key, label, countries, ...own } = offer;
    // An offer has the fields of its variant, and the link those that all have.
    return { offerKey: key, definition: { ...common, ...own } as SingleDestinationDefinition };
  });
}

/** The parts of a stored link, in order. */
export function partsOf(link: Link): LinkPart[] {
  if (link.retailer !== "choice") return [{ ...link, offerKey: "" }];
  const states = new Map(link.leads?.map((lead) => [lead.key, lead]));
  return definitionParts(link).flatMap(({ offerKey, definition }) => {
    const lead = states.get(offerKey);
    if (!lead) return [];
    const { destination, urlType, reason } = lead;
    // As above, and the record of the link, which is among what all of its parts have.
    return [{ ...definition, destination, urlType, reason, offerKey } as LinkPart];
  });
}

/** The part of a stored link with this key; undefined if there is none. */
export const partOf = (link: Link, offerKey: string): LinkPart | undefined =>
  partsOf(link).find((part) => part.offerKey === offerKey);

/** What stands for the short id in the address of our own page of a list or recipe. */
export const pageId = (shortId: string, offerKey: string): string =>
  offerKey === "" ? shortId : `${shortId}/${offerKey}`;

/** Whether two parts lead to the same place, so that their destination and the followers' data stay. */
export const leadAlike = (one: SingleDestinationDefinition, other: SingleDestinationDefinition): boolean =>
  leadingText(one) === leadingText(other);

/** What of a part decides where it leads, as text. */
function leadingText(definition: SingleDestinationDefinition): string {
  const { retailer, intent, products, customUrl, fallbackUrl, location, options, tracking } = definition;
  return canonicalJson([
    { retailer, intent, products, customUrl, fallbackUrl, location, options },
    tracking?.utm ?? {},
  ]);
}
