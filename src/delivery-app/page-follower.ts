import type { Following, LinkFollower } from "../links/follower.ts";
import type { Link } from "../links/link.ts";
import type { Log } from "../platform/log.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type DeliveryApp, failureText } from "./api.ts";
import { makePage, type PageContext } from "./make-page.ts";
import { wantsPage } from "./page-request.ts";
import { pageStatement } from "./page-store.ts";

/** What the pages of lists and recipes stand on. Without a delivery app, pages that are due stay due. */
export type PageDependencies = Omit<PageContext, "deliveryApp"> & {
  db: D1Database;
  deliveryApp: DeliveryApp | null;
  log: Log;
};

/**
 * Notes with each list and recipe link that its page is wanted, and asks for it after the answer. What fails is taken
 * up by the cron.
 */
export const pageFollower = (dependencies: PageDependencies): LinkFollower => ({
  name: "ask for page",
  follow: (definition: LinkDefinition): Following | null =>
    wantsPage(definition)
      ? {
          rows: (link) => [pageStatement(dependencies.db, link)],
          afterCommit: (link) => askForPage(link, dependencies),
        }
      : null,
});

async function askForPage(link: Link, { deliveryApp, ...dependencies }: PageDependencies): Promise<void> {
  if (!deliveryApp) return;
  const outcome = await makePage(link.id, { ...dependencies, deliveryApp });
  if (outcome.kind !== "failed") return;
  const failure = failureText(outcome.failure);
  dependencies.log("error", "ask for page", { linkId: link.id, failure, last: outcome.last });
}
