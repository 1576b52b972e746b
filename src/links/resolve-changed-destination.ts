import type { LinkDefinition } from "../retailers/definition.ts";
import { adviceOf, type NamedWriteHooks } from "./extension.ts";
import type { Link } from "./link.ts";
import { haveSameDestination, partsOf } from "./link-part.ts";
import type { ResolvedDestination } from "./resolve-choice.ts";
import { partDestination, type ResolutionContext, resolveWith } from "./resolve-new-destination.ts";

/** Maximum keys that a link's offers can have over time: the redirect remembers removed keys forever. */
export const MAX_KEYS = 100;

/**
 * Where a changed link redirects. Unchanged parts keep their destination. Changed parts get a newly built destination,
 * or for now the destination that an extension stored, such as the old page of a list until the new page exists.
 */
export async function resolveChangedDestination(
  before: Link,
  definition: LinkDefinition,
  hooks: readonly NamedWriteHooks[],
  { settings, now }: Pick<ResolutionContext, "settings" | "now">,
): Promise<ResolvedDestination> {
  const { shortId } = before;
  const advice = await adviceOf(hooks);
  const former = new Map(partsOf(before).map((part) => [part.offerKey, part]));
  const since = new Map(before.offerDestinations?.map((found) => [found.key, found.since]));
  const gone = [...(before.removedKeys ?? []), ...since.keys()].filter(
    (key) => !definition.offers?.some((offer) => offer.key === key),
  );
  return resolveWith(definition, { shortId, now }, gone, (part) => {
    const { offerKey } = part;
    const old = former.get(offerKey);
    const began = since.get(offerKey);
    if (old && haveSameDestination(old, part.definition)) {
      const { destination: url, urlType, reason } = old;
      return { url, urlType, reason, since: began };
    }
    const built = partDestination(part, advice, { shortId, settings });
    const mine = hooks.filter((each) => each.offerKey === offerKey);
    const kept = mine.flatMap(({ writeHooks }) => writeHooks.cachedDestination?.() ?? [])[0];
    const url = kept ?? built.url;
    return { ...built, url, since: url === old?.destination ? began : undefined };
  });
}
