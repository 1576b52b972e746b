import type { LinkFollower } from "../links/follower.ts";
import { chooseShops, choosesShops, refreshShops, type ShopContext } from "./choose-shops.ts";
import { forgetShopsStatement, wantShopsStatement } from "./shop-store.ts";

/** Up to six calls of D1 and KV each, of the 1,000 that all jobs of a run share on the Free plan. */
const LINKS_PER_RUN = 30;

/**
 * Notes with each link that prefers several shops that these are to be looked up, and does so after the answer. What
 * fails is taken up by the cron.
 */
export const shopFollower = (dependencies: ShopContext & { db: D1Database }): LinkFollower => ({
  name: "choose shops",
  follow(definition, previous) {
    const { db } = dependencies;
    if (choosesShops(definition)) {
      return {
        rows: (link, written) => [wantShopsStatement(db, link, written)],
        afterCommit: (link) => chooseShops(link.id, dependencies),
      };
    }
    const before = previous !== null && choosesShops(previous);
    return before ? { rows: (link, written) => [forgetShopsStatement(db, link, written)] } : null;
  },
});

/** Job: keeps what the redirects know of their shops in step with discovery. */
export const keepShops = (context: ShopContext): Promise<number> => refreshShops(context, LINKS_PER_RUN);
