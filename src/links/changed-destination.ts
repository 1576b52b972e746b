import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination.ts";
import { adviceOf, type NamedFollowing } from "./follower.ts";
import type { Link } from "./link.ts";
import { newDestination } from "./new-destination.ts";

/**
 * The destination of a link with a new definition: the one that its builder makes from the definition and the known
 * offers, or one that a follower keeps for now, such as the old page of a list until the new page is made.
 */
export async function changedDestination(
  { shortId }: Link,
  definition: LinkDefinition,
  followings: readonly NamedFollowing[],
  settings: DestinationSettings,
): Promise<Destination> {
  const built = newDestination(definition, await adviceOf(followings), { shortId, settings });
  const kept = followings.flatMap(({ following }) => following.keptDestination?.() ?? [])[0];
  return kept === undefined ? built : { ...built, url: kept };
}
