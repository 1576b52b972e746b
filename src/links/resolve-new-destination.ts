import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import type { Advice } from "./extension.ts";
import { type DefinitionPart, definitionParts, pageId } from "./link-part.ts";
import { type ResolvedDestination, resolveChoice } from "./resolve-choice.ts";

/** What a destination depends on besides the definition. */
export interface ResolutionContext {
  shortId: string;
  settings: DestinationSettings;
  now: Date;
}

/** Where a part redirects, given the advice on its products. */
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

/** Where a new link redirects, given the advice on its products. */
export const resolveNewDestination = (
  definition: LinkDefinition,
  advice: Advice,
  context: ResolutionContext,
): ResolvedDestination =>
  resolveWith(definition, context, [], (part) => partDestination(part, advice, context));

/** Where a part redirects; `since` defaults to now. */
export interface PartDestination extends Omit<Destination, "reason"> {
  reason?: ReasonCode | undefined;
  since?: string | undefined;
}

/** Combines the destination of each part. `removedKeys`: the keys of removed offers. */
export function resolveWith(
  definition: LinkDefinition,
  { shortId, now }: Pick<ResolutionContext, "shortId" | "now">,
  removedKeys: readonly string[],
  destinationOf: (part: DefinitionPart) => PartDestination,
): ResolvedDestination {
  const parts = definitionParts(definition).map((part) => ({ part, target: destinationOf(part) }));
  if (definition.retailer === "choice") {
    const offers = parts.map(({ part, target: { url, urlType, reason, since } }) => ({
      key: part.offerKey,
      destination: url,
      urlType,
      reason,
      since: since ?? now.toISOString(),
    }));
    return resolveChoice(shortId, { offerDestinations: offers, removedKeys });
  }
  const [only] = parts;
  if (!only) throw new TypeError("a definition without a part");
  const { url, urlType, reason } = only.target;
  return { destination: url, urlType, reason };
}
