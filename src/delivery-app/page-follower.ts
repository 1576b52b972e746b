import type { LinkFollower } from "../links/follower.ts";
import type { Link } from "../links/link.ts";
import type { Log } from "../platform/log.ts";
import { type DeliveryApp, failureText } from "./api.ts";
import { makePage, type PageContext } from "./make-page.ts";
import { leadsToPage, pageReport } from "./page-report.ts";
import { type PageDefinition, pageRequest, wantsPage } from "./page-request.ts";
import { forgetPageStatement, wantPageStatement } from "./page-store.ts";

/** What the pages of lists and recipes depend on. Without a delivery app, pages that are due stay due. */
export type PageDependencies = Omit<PageContext, "deliveryApp"> & {
  db: D1Database;
  deliveryApp: DeliveryApp | null;
  log: Log;
};

/**
 * Records with each list and recipe link that it needs a page, and asks for the page after the commit. A link whose
 * list or recipe was changed leads to its old page until the new one is made. The cron retries what fails.
 */
export const pageFollower = (dependencies: PageDependencies): LinkFollower => ({
  name: "ask for page",
  follow(definition, previous) {
    const { db } = dependencies;
    const before = previous && wantsPage(previous) ? previous : null;
    if (!wantsPage(definition)) {
      return before && { rows: (link, written) => [forgetPageStatement(db, link, written)] };
    }
    const keptDestination = () => (before && leadsToPage(before) ? before.destination : null);
    if (before && pageKey(before) === pageKey(definition)) return { keptDestination };
    return {
      keptDestination,
      rows: (link, written) => [wantPageStatement(db, link, written)],
      afterCommit: (link) => askForPage(link, dependencies),
    };
  },
  report: (link) => (wantsPage(link) ? pageReport(dependencies.db, link) : Promise.resolve(null)),
});

/** What a page is made from, as text: two definitions with equal keys have the same page. */
const pageKey = (definition: PageDefinition): string => {
  const { routingMode, retailerId } = definition.options.delivery_app;
  return JSON.stringify([pageRequest("", definition), routingMode, retailerId]);
};

async function askForPage(link: Link, { deliveryApp, ...dependencies }: PageDependencies): Promise<void> {
  if (!deliveryApp) return;
  const outcome = await makePage(link.id, { ...dependencies, deliveryApp });
  if (outcome.kind !== "failed") return;
  const failure = failureText(outcome.failure);
  dependencies.log("error", "ask for page", { linkId: link.id, failure, last: outcome.last });
}
