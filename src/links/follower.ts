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

/**
 * A feature that keeps data of its own for links, such as the delivery app's pages or the availability of products. The
 * verbs of links know only this interface; `wiring.ts` lists the followers.
 */
export interface LinkFollower {
  /** Its name in the log. */
  name: string;
  /**
   * Its part in the writing of one link, which is created or changed from `previous`. Null if the follower has nothing
   * to do for either definition.
   */
  follow(definition: LinkDefinition, previous: Link | null): Following | null;
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
  /** Statements for the link's own transaction. They take effect only where `written` holds, and may be sent twice. */
  rows?(link: Link, written: Guard): D1PreparedStatement[];
  /** Work that starts after the commit and may go on after the answer. Its errors are logged. */
  afterCommit?(link: Link): Promise<unknown>;
}

/** A follower's part and the follower's name. */
export interface NamedFollowing {
  name: string;
  following: Following;
}

/** The parts of all followers that have something to do for this change. */
export const followingsOf = (
  followers: readonly LinkFollower[],
  definition: LinkDefinition,
  previous: Link | null,
): NamedFollowing[] =>
  followers.flatMap(({ name, follow }) => {
    const following = follow(definition, previous);
    return following ? [{ name, following }] : [];
  });

/** The advice of the follower that knows about products; null if there is none, or none in time. */
export const adviceOf = async (followings: readonly NamedFollowing[]): Promise<ProductAdvice | null> =>
  (await followings.find(({ following }) => following.advise)?.following.advise?.()) ?? null;

/** Starts the followers' work after the commit and keeps the runtime alive for it. */
export function startFollowing(
  followings: readonly NamedFollowing[],
  link: Link,
  { waitUntil, log }: { waitUntil: WaitUntil; log: Log },
): void {
  for (const { name, following } of followings) {
    const work = following.afterCommit?.(link);
    if (work) waitUntil(work.catch((cause: unknown) => log("error", name, { linkId: link.id, cause })));
  }
}
