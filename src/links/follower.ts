import type { WaitUntil } from "../platform/background.ts";
import type { Guard } from "../platform/guard.ts";
import type { Log } from "../platform/log.ts";
import type { LinkDefinition, Products } from "../retailers/definition.ts";
import type { AvailabilityOutcome, Offer } from "../retailers/offer.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import type { Link } from "./link.ts";

/** What is known of a link's products by the time its destination is built. */
export interface ProductAdvice {
  /**
   * The products that the link should lead to: unavailable ones are replaced by an available backup, if there is one.
   */
  products: Products;
  /** What the retailer says of them, by product id. */
  offers: ReadonlyMap<string, Offer>;
}

/** The writing of one link, which is created or changed from `previous`. */
export interface LinkWriting {
  definition: LinkDefinition;
  /** Null for a new link. */
  previous: Link | null;
}

/**
 * A feature that keeps data of its own for links, such as the delivery app's pages or the availability of products. The
 * verbs of links know only this interface; `wiring.ts` lists the followers.
 */
export interface LinkFollower {
  /** Its name in the log. */
  name: string;
  /**
   * Its part in each of these writings, in order, which belong to one request. Null if the follower has nothing to do
   * for either definition. Parts of one request that have the same function are done in one call of it.
   */
  follow(writings: readonly LinkWriting[]): (Following | null)[];
  /** What it knows about where a stored link leads; null if nothing. May throw `service_unavailable`. */
  report?(link: Link): Promise<DestinationReport | null>;
}

/** The states of a delivery app's page. `failed`: it is not asked for again by itself. */
export const PAGE_STATES = ["pending", "made", "failed"] as const;

/** What a follower knows about where a stored link leads. */
export interface DestinationReport {
  /** Takes the place of the reason that was recorded with the destination. */
  reason?: ReasonCode;
  /** The last answer of the retailer about the products of the link. */
  availability?: { outcome: AvailabilityOutcome; checkedAt: string };
  /** `attempts` counts those since the last page that was made. */
  page?: { state: (typeof PAGE_STATES)[number]; attempts: number; lastError?: string };
}

/** One follower's part in the writing of one link. */
export interface Following {
  /** What is known of the products; null if that is not known in time. Its caller waits for it. Never throws. */
  advise?(): Promise<ProductAdvice | null>;
  /**
   * The destination that a changed link keeps for now in place of its builder's; null or undefined if there is none.
   */
  keptDestination?(): string | null;
  rows?: FollowerRows;
  afterCommit?: FollowerWork;
}

/**
 * Statements for the transaction that writes the links, as few for many links as for one. They take effect only for
 * links that were written and only where `written` holds, and may be sent twice.
 */
export type FollowerRows = (links: readonly Link[], written: Guard) => D1PreparedStatement[];

/**
 * Work that starts after the commit and may go on after the answer. Its errors are logged. `alone` says that the request
 * wrote no other link. On the Free plan a request may use 50 queries of D1, so what takes queries for each link is left
 * to a job where the request wrote several.
 */
export type FollowerWork = (links: readonly Link[], more: { alone: boolean }) => Promise<unknown>;

/** A follower's part and the follower's name. */
export interface NamedFollowing {
  name: string;
  following: Following;
}

/** A link and the parts of its followers. */
export interface FollowedLink {
  link: Link;
  followings: readonly NamedFollowing[];
}

/** The parts of all followers that have something to do, for each writing of a request, in order. */
export function followingsOf(
  followers: readonly LinkFollower[],
  writings: readonly LinkWriting[],
): NamedFollowing[][] {
  const found = followers.map(({ name, follow }) => ({ name, parts: follow(writings) }));
  return writings.map((_, index) =>
    found.flatMap(({ name, parts }) => {
      const following = parts[index];
      return following ? [{ name, following }] : [];
    }),
  );
}

/** The advice of the follower that knows about products; null if there is none, or none in time. */
export const adviceOf = async (followings: readonly NamedFollowing[]): Promise<ProductAdvice | null> =>
  (await followings.find(({ following }) => following.advise)?.following.advise?.()) ?? null;

/** The statements of all followers for the transaction that writes these links. */
export const followerRows = (followed: readonly FollowedLink[], written: Guard): D1PreparedStatement[] =>
  [...linksBy(followed, ({ rows }) => rows)].flatMap(([rows, { links }]) => rows(links, written));

/** Starts the followers' work after the commit and keeps the runtime alive for it. */
export function startFollowing(
  followed: readonly FollowedLink[],
  { waitUntil, log }: { waitUntil: WaitUntil; log: Log },
): void {
  const alone = followed.length === 1;
  for (const [work, { name, links }] of linksBy(followed, ({ afterCommit }) => afterCommit)) {
    const linkIds = links.map(({ id }) => id);
    waitUntil(work(links, { alone }).catch((cause: unknown) => log("error", name, { linkIds, cause })));
  }
}

/** The links of each function that `pick` finds in their followings, and its follower's name. */
function linksBy<F>(
  followed: readonly FollowedLink[],
  pick: (following: Following) => F | undefined,
): Map<F, { name: string; links: Link[] }> {
  const groups = new Map<F, { name: string; links: Link[] }>();
  for (const { link, followings } of followed) {
    for (const { name, following } of followings) {
      const picked = pick(following);
      if (picked === undefined) continue;
      const group = groups.get(picked) ?? { name, links: [] };
      group.links.push(link);
      groups.set(picked, group);
    }
  }
  return groups;
}
