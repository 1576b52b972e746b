import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import type { Advice } from "./extension.ts";
import { type DefinitionPart, definitionParts, pageId } from "./link-part.ts";
import { type ResolvedDestination, resolveChoice } from "./resolve-choice.ts";

/** What decides where a link leads, besides its definition. */
export interface ResolutionContext {
  shortId: string;
  settings: DestinationSettings;
  now: Date;
}

/** Where a part of a link leads by what is known of its products. */
export function partDestination(
  { offerKey, definition }: DefinitionPart,
  advice: Advice,
  { shortId, settings }: Pick<ResolutionContext, "shortId" | "settings">,
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
export const resolveNewDestination = (
  definition: LinkDefinition,
  advice: Advice,
  context: ResolutionContext,
): ResolvedDestination =>
  leadingFrom(definition, context, [], (part) => partDestination(part, advice, context));

/** Where a part leads, and since when if that is not now. */
export interface LeadOfPart extends Omit<Destination, "reason"> {
  reason?: ReasonCode | undefined;
  since?: string | undefined;
}

/** What a record says, where `leads` gives the destination of each part and `removedKeys` are no longer offered. */
export function leadingFrom(
  definition: LinkDefinition,
  { shortId, now }: Pick<ResolutionContext, "shortId" | "now">,
  removedKeys: readonly string[],
  leads: (part: DefinitionPart) => LeadOfPart,
): ResolvedDestination {
  const parts = definitionParts(definition).map((part) => ({ part, lead: leads(part) }));
  if (definition.retailer === "choice") {
    const offers = parts.map(({ part, lead: { url, urlType, reason, since } }) => ({
      key: part.offerKey,
      destination: url,
      urlType,
      reason,
      since: since ?? now.toISOString(),
    }));
    return resolveChoice(shortId, { leads: offers, removedKeys });
  }
  const [only] = parts;
  if (!only) throw new TypeError("a definition without a part");
  const { url, urlType, reason } = only.lead;
  return { destination: url, urlType, reason };
}
