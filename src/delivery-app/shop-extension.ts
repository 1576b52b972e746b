import type { AfterCommit, ExtensionStatements, LinkExtension } from "../links/extension.ts";
import { chooseShops, choosesShops, refreshShops, type ShopContext } from "./choose-shops.ts";
import { forgetShopsStatement, wantShopsStatement } from "./shop-store.ts";

/** Each link takes up to six calls of D1 and KV; on the Free plan all jobs of a run share 1,000 of them. */
const LINKS_PER_RUN = 30;

/**
 * Records with each link that prefers several shops that they have to be looked up, and looks them up after the commit.
 * The cron retries what fails, and looks up the shops of links that were created together.
 */
export function shopExtension(dependencies: ShopContext & { db: D1Database }): LinkExtension {
  const { db } = dependencies;
  const want: ExtensionStatements = (parts, written) => [wantShopsStatement(db, parts, written)];
  const forget: ExtensionStatements = (parts, written) => [forgetShopsStatement(db, parts, written)];
  const choose: AfterCommit = async ([part], { alone }) => {
    if (part && alone) await chooseShops(part, dependencies);
  };
  return {
    name: "choose shops",
    hooksFor: (edits) =>
      edits.map(({ definition, previous }) => {
        if (definition && choosesShops(definition)) return { rows: want, afterCommit: choose };
        return previous !== null && choosesShops(previous) ? { rows: forget } : null;
      }),
    async report(part) {
      if (!choosesShops(part)) return null;
      return {
        reason: (await dependencies.shops.hasChoice(part)) ? "shop_per_visit" : "first_preferred_shop",
      };
    },
  };
}

/** Job: refreshes the shop data of redirects from discovery. */
export const keepShops = (context: ShopContext): Promise<number> => refreshShops(context, LINKS_PER_RUN);
