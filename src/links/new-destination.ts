import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import { choiceLeading, type Leading } from "./choice-leading.ts";
import type { Advice } from "./follower.ts";
import { type DefinitionPart, definitionParts, pageId } from "./link-part.ts";

/** What decides where a link leads, besides its definition. */
export interface LeadingContext {
  shortId: string;
  settings: DestinationSettings;
  now: Date;
}

/** Where a part of a link leads by what is known of its products. */
export function partDestination(
  { offerKey, definition }: DefinitionPart,
  advice: Advice,
  { shortId, settings }: Pick<LeadingContext, "shortId" | "settings">,
): Destination {
  const known = advice.get(offerKey);
  return buildDestination(definition, {
    shortId: pageId(shortId, offerKey),
    settings,
    offers: known?.offers ?? new Map(),
    ...(known && { products: known.products }),
  });
}

/** Where a new link of this definition leads by what is known of its products. */
export const newLeading = (definition: LinkDefinition, advice: Advice, context: LeadingContext): Leading =>
  leadingFrom(definition, context, [], (part) => partDestination(part, advice, context));

/** Where a part leads, and since when if that is not now. */
export interface LeadOfPart extends Omit<Destination, "reason"> {
  reason?: ReasonCode | undefined;
  since?: string | undefined;
}

/** What a record says, where `leads` gives the destination of each part and `removedKeys` are no longer offered. */
export function leadingFrom(
  definition: LinkDefinition,
  { shortId, now }: Pick<LeadingContext, "shortId" | "now">,
  removedKeys: readonly string[],
  leads: (part: DefinitionPart) => LeadOfPart,
): Leading {
  const parts = definitionParts(definition).map((part) => ({ part, lead: leads(part) }));
  if (definition.retailer === "choice") {
    const offers = parts.map(({ part, lead: { url, urlType, reason, since } }) => ({
      key: part.offerKey,
      destination: url,
      urlType,
      reason,
      since: since ?? now.toISOString(),
    }));
    return choiceLeading(shortId, { leads: offers, removedKeys });
  }
  const [only] = parts;
  if (!only) throw new TypeError("a definition without a part");
  const { url, urlType, reason } = only.lead;
  return { destination: url, urlType, reason };
}
