import type { WaitUntil } from "../platform/background.ts";
import type { Guard } from "../platform/guard.ts";
import type { Log } from "../platform/log.ts";
import type { LinkDefinition, Products } from "../retailers/definition.ts";
import type { Offer } from "../retailers/offer.ts";
import type { Link } from "./link.ts";

/** What is known of a link's products by the time its destination is built. */
export interface ProductAdvice {
  /** The products that the link should lead to: each unavailable one replaced by its backup. */
  products: Products;
  /** What the retailer says of them, by product id. */
  offers: ReadonlyMap<string, Offer>;
}

/**
 * What accompanies links, such as the delivery app's pages or the availability of products. The verbs of links know
 * this interface only; `wiring.ts` lists the followers.
 */
export interface LinkFollower {
  /** As the log names it. */
  name: string;
  /**
   * What it does for one link that is about to be written: created, or changed from `previous`. Null where neither the
   * new definition nor the previous one has anything for it.
   */
  follow(definition: LinkDefinition, previous: Link | null): Following | null;
}

/** One follower's part in the writing of one link. */
export interface Following {
  /** What is known of the products, where that is known in time, else null. Its caller waits; never throws. */
  advise?(): Promise<ProductAdvice | null>;
  /** Where a changed link goes on leading for now, where that is not for its builder to say. */
  keptDestination?(): string | null;
  /**
   * Rows for the link's own transaction. They take effect only where `written` holds, and can be sent twice.
   */
  rows?(link: Link, written: Guard): D1PreparedStatement[];
  /** Work that goes on after the commit and after the answer. What it throws is logged. */
  afterCommit?(link: Link): Promise<unknown>;
}

/** A follower's part, by the follower's name. */
export interface NamedFollowing {
  name: string;
  following: Following;
}

/** Those followers that have something to do for a link with this definition. */
export const followingsOf = (
  followers: readonly LinkFollower[],
  definition: LinkDefinition,
  previous: Link | null,
): NamedFollowing[] =>
  followers.flatMap(({ name, follow }) => {
    const following = follow(definition, previous);
    return following ? [{ name, following }] : [];
  });

/** What the follower that knows about products says of them; null where none does, or not in time. */
export const adviceOf = async (followings: readonly NamedFollowing[]): Promise<ProductAdvice | null> =>
  (await followings.find(({ following }) => following.advise)?.following.advise?.()) ?? null;

/** Hands the followers' work after the commit to the runtime. */
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
