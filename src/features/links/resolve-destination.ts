import { validationFailed } from "../../ground/core/errors.ts";
import { listPath } from "../../ground/core/origins.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { ReasonCode } from "../retailers/destination-reasons.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import {
  type VisitDestination,
  type VisitDestinations,
  visitDestinations,
} from "../short-links/commission.ts";
import type { Affiliate } from "../short-links/earners.ts";
import { type Advice, adviceOf, type NamedWriteHooks } from "./extension.ts";
import type { Link, LinkRecord, OfferDestination } from "./link.ts";
import { type DefinitionPart, definitionParts, haveSameDestination, partsOf } from "./link-part.ts";

/** The fields of a record that say where the link redirects. */
type ResolvedDestination = Pick<
  LinkRecord,
  "destination" | "urlType" | "reason" | "offerDestinations" | "removedKeys"
>;

/** A choice link points to its own page, and the page to the offers. */
export const resolveChoice = (
  shortId: string,
  {
    offerDestinations,
    removedKeys,
  }: { offerDestinations: readonly OfferDestination[]; removedKeys: readonly string[] },
): ResolvedDestination => ({
  destination: `/${shortId}`,
  urlType: "choice_page",
  reason: "choice_page",
  offerDestinations,
  ...(removedKeys.length > 0 && { removedKeys }),
});

/** What a destination depends on besides the definition. */
interface ResolutionContext {
  shortId: string;
  now: Date;
}

/** Where a part redirects, given the advice on its products. */
export function partDestination(
  { offerKey, definition }: DefinitionPart,
  advice: Advice,
  { shortId }: Pick<ResolutionContext, "shortId">,
): Destination {
  const known = advice.get(offerKey);
  return buildDestination(definition, {
    ownPage: listPath(shortId, offerKey),
    offers: known?.offers ?? new Map(),
    ...(known?.products && { products: known.products }),
  });
}

/** Where the visits of a part are redirected, given its destination. */
export function visitDestinationsOfPart(
  { offerKey: key, definition }: DefinitionPart,
  { url: destination, urlType, reason }: Destination,
  { shortId, affiliateSettings }: { shortId: string; affiliateSettings?: Affiliate | undefined },
): { click: Destination; scan?: Destination; earnedBy?: VisitDestinations<ReasonCode>["earnedBy"] } {
  const { retailer, fallbackUrl, affiliate } = definition;
  const stored = { retailer, urlType, destination, reason, fallbackUrl, shortId, key, affiliate };
  const { click, scan, earnedBy } = visitDestinations(stored, affiliateSettings);
  const named = (opened: VisitDestination<ReasonCode>): Destination => ({
    ...opened,
    reason: opened.reason ?? reason,
  });
  return { click: named(click), ...(scan && { scan: named(scan) }), ...(earnedBy && { earnedBy }) };
}

/** Where a new link redirects, given the advice on its products. */
export const resolveNewDestination = (
  definition: LinkDefinition,
  advice: Advice,
  context: ResolutionContext,
): ResolvedDestination =>
  resolveWith(definition, context, [], (part) => partDestination(part, advice, context));

/** Where a part redirects; `since` defaults to now. */
interface PartDestination extends Omit<Destination, "reason"> {
  reason?: ReasonCode | undefined;
  since?: string | undefined;
}

/** Combines the destination of each part. `removedKeys`: the keys of removed offers. */
function resolveWith(
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

/** Maximum keys that a link's offers can have over time: the redirect remembers removed keys forever. */
const MAX_KEYS = 100;

/**
 * Where a changed link redirects. Unchanged parts keep their destination. Changed parts get a newly built destination,
 * or for now the destination that an extension stored, such as the old page of a list until the new page exists. Throws
 * `validation_failed` if the link would have more than `MAX_KEYS` keys of offers.
 */
export async function resolveChangedDestination(
  before: Link,
  definition: LinkDefinition,
  hooks: readonly NamedWriteHooks[],
  { now }: Pick<ResolutionContext, "now">,
): Promise<ResolvedDestination> {
  const { shortId } = before;
  const advice = await adviceOf(hooks);
  const former = new Map(partsOf(before).map((part) => [part.offerKey, part]));
  const since = new Map(before.offerDestinations?.map((found) => [found.key, found.since]));
  const gone = [...(before.removedKeys ?? []), ...since.keys()].filter(
    (key) => !definition.offers?.some((offer) => offer.key === key),
  );
  const resolved = resolveWith(definition, { shortId, now }, gone, (part) => {
    const { offerKey } = part;
    const old = former.get(offerKey);
    const began = since.get(offerKey);
    if (old && haveSameDestination(old, part.definition)) {
      const { destination: url, urlType, reason } = old;
      return { url, urlType, reason, since: began };
    }
    const built = partDestination(part, advice, { shortId });
    const mine = hooks.filter((each) => each.offerKey === offerKey);
    const kept = mine.flatMap(({ writeHooks }) => writeHooks.cachedDestination?.() ?? [])[0];
    const url = kept ?? built.url;
    return { ...built, url, since: url === old?.destination ? began : undefined };
  });
  const keys = (resolved.offerDestinations?.length ?? 0) + (resolved.removedKeys?.length ?? 0);
  if (keys > MAX_KEYS)
    throw validationFailed([
      {
        field: "offers",
        message: `exceed the limit of ${MAX_KEYS} keys over time, including earlier keys. Use earlier keys again`,
      },
    ]);
  return resolved;
}
