import type { LinkFollower } from "../links/follower.ts";
import { chooseShops, choosesShops, refreshShops, type ShopContext } from "./choose-shops.ts";
import { shopStatement } from "./shop-store.ts";

/** Up to six calls of D1 and KV each, of the 1,000 that all jobs of a run share on the Free plan. */
const LINKS_PER_RUN = 30;

/**
 * Notes with each link that prefers several shops that these are to be looked up, and does so after the answer. What
 * fails is taken up by the cron.
 */
export const shopFollower = (dependencies: ShopContext & { db: D1Database }): LinkFollower => ({
  name: "choose shops",
  follow: (definition) =>
    choosesShops(definition)
      ? {
          rows: (link) => [shopStatement(dependencies.db, link)],
          afterCommit: (link) => chooseShops(link.id, dependencies),
        }
      : null,
});

/** Job: keeps what the redirects know of their shops in step with discovery. */
export const keepShops = (context: ShopContext): Promise<number> => refreshShops(context, LINKS_PER_RUN);
