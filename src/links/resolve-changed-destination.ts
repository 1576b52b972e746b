import type { LinkDefinition } from "../retailers/definition.ts";
import { adviceOf, type NamedWriteHooks } from "./extension.ts";
import type { Link } from "./link.ts";
import { leadAlike, partsOf } from "./link-part.ts";
import type { ResolvedDestination } from "./resolve-choice.ts";
import { leadingFrom, partDestination, type ResolutionContext } from "./resolve-new-destination.ts";

/** The most keys that the offers of one link can have had: the redirect knows those that are gone for ever. */
export const MAX_KEYS = 100;

/**
 * Where a link with a new definition leads. A part that is as before leads where it did. Any other leads where its
 * builder says by what is known of its products, or where a follower keeps it for now, such as to the old page of a list
 * until the new page is made.
 */
export async function resolveChangedDestination(
  before: Link,
  definition: LinkDefinition,
  followings: readonly NamedWriteHooks[],
  { settings, now }: Pick<ResolutionContext, "settings" | "now">,
): Promise<ResolvedDestination> {
  const { shortId } = before;
  const advice = await adviceOf(followings);
  const former = new Map(partsOf(before).map((part) => [part.offerKey, part]));
  const since = new Map(before.leads?.map((lead) => [lead.key, lead.since]));
  const gone = [...(before.removedKeys ?? []), ...since.keys()].filter(
    (key) => !definition.offers?.some((offer) => offer.key === key),
  );
  return leadingFrom(definition, { shortId, now }, gone, (part) => {
    const { offerKey } = part;
    const old = former.get(offerKey);
    const began = since.get(offerKey);
    if (old && leadAlike(old, part.definition)) {
      const { destination: url, urlType, reason } = old;
      return { url, urlType, reason, since: began };
    }
    const built = partDestination(part, advice, { shortId, settings });
    const mine = followings.filter((each) => each.offerKey === offerKey);
    const kept = mine.flatMap(({ following }) => following.cachedDestination?.() ?? [])[0];
    const url = kept ?? built.url;
    return { ...built, url, since: url === old?.destination ? began : undefined };
  });
}
