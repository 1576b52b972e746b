import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination.ts";
import { adviceOf, type NamedFollowing } from "./follower.ts";
import type { Link } from "./link.ts";

/**
 * Where a link leads by its new definition: what its builder makes of it with what is known of its products, or where
 * a follower has it lead for now, such as to the old page of a list until the new one is there.
 */
export async function changedDestination(
  { shortId }: Link,
  definition: LinkDefinition,
  followings: readonly NamedFollowing[],
  settings: DestinationSettings,
): Promise<Destination> {
  const advice = await adviceOf(followings);
  const advised = advice ? { ...definition, products: advice.products } : definition;
  const built = buildDestination(advised, { shortId, settings, offers: advice?.offers ?? new Map() });
  const kept = followings.flatMap(({ following }) => following.keptDestination?.() ?? [])[0];
  return kept === undefined ? built : { ...built, url: kept };
}
