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
  /** What it does for one link that is about to be written; null where the link has nothing for it. */
  follow(definition: LinkDefinition): Following | null;
}

/** One follower's part in the writing of one link. */
export interface Following {
  /** What is known of the products, where that is known in time, else null. Its caller waits; never throws. */
  advise?(): Promise<ProductAdvice | null>;
  /**
   * Rows for the link's own transaction. They take effect only where the link was written (`WHERE EXISTS`), and can
   * be sent twice.
   */
  rows?(link: Link): D1PreparedStatement[];
  /** Work that goes on after the commit and after the answer. What it throws is logged. */
  afterCommit?(link: Link): Promise<unknown>;
}

/** Those followers that have something to do for a link with this definition. */
export const followingsOf = (
  followers: readonly LinkFollower[],
  definition: LinkDefinition,
): { name: string; following: Following }[] =>
  followers.flatMap(({ name, follow }) => {
    const following = follow(definition);
    return following ? [{ name, following }] : [];
  });
