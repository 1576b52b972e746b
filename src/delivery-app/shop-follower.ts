import type { LinkFollower } from "../links/follower.ts";
import { chooseShops, choosesShops, refreshShops, type ShopContext } from "./choose-shops.ts";
import { forgetShopsStatement, wantShopsStatement } from "./shop-store.ts";

/** Each link takes up to six calls of D1 and KV; on the Free plan all jobs of a run share 1,000 of them. */
const LINKS_PER_RUN = 30;

/**
 * Records with each link that prefers several shops that they have to be looked up, and looks them up after the commit.
 * The cron retries what fails.
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
  async report(link) {
    if (!choosesShops(link)) return null;
    return {
      reason: (await dependencies.shops.hasChoice(link.id)) ? "shop_per_visit" : "first_preferred_shop",
    };
  },
});

/** Job: refreshes the shop data of redirects from discovery. */
export const keepShops = (context: ShopContext): Promise<number> => refreshShops(context, LINKS_PER_RUN);
