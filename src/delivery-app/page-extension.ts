import type { AfterCommit, ExtensionStatements, LinkExtension } from "../links/extension.ts";
import type { LinkPart } from "../links/link-part.ts";
import type { Log } from "../platform/log.ts";
import { type DeliveryApp, failureText } from "./api.ts";
import { makePage, type PageContext } from "./make-page.ts";
import { leadsToPage, pageReport } from "./page-report.ts";
import { type PageDefinition, pageRequest, wantsPage } from "./page-request.ts";
import { forgetPagesStatement, wantPagesStatement } from "./page-store.ts";

/** What the pages of lists and recipes depend on. Without a delivery app, pages that are due stay due. */
export type PageDependencies = Omit<PageContext, "deliveryApp"> & {
  db: D1Database;
  deliveryApp: DeliveryApp | null;
  log: Log;
};

/**
 * Records with each list and recipe link that it needs a page, and asks for the page after the commit. A link whose
 * list or recipe was changed leads to its old page until the new one is made. The cron retries what fails, and asks for
 * the pages of links that were created together.
 */
export function pageExtension(dependencies: PageDependencies): LinkExtension {
  const { db } = dependencies;
  const want: ExtensionStatements = (parts, written) => [wantPagesStatement(db, parts, written)];
  const forget: ExtensionStatements = (parts, written) => [forgetPagesStatement(db, parts, written)];
  const askForPage: AfterCommit = async ([part], { alone }) => {
    if (part && alone) await askForPageOf(part, dependencies);
  };
  return {
    name: "ask for page",
    hooksFor: (edits) =>
      edits.map(({ definition, previous }) => {
        const before = previous && wantsPage(previous) ? previous : null;
        if (!definition || !wantsPage(definition)) return before && { rows: forget };
        const cachedDestination = () => (before && leadsToPage(before) ? before.destination : null);
        if (before && pageKey(before) === pageKey(definition)) return { cachedDestination };
        return { cachedDestination, rows: want, afterCommit: askForPage };
      }),
    report: async (part) => (wantsPage(part) ? pageReport(db, part) : null),
  };
}

/** What a page is made from, as text: two definitions with equal keys have the same page. */
const pageKey = (definition: PageDefinition): string => {
  const { routingMode, retailerId } = definition.options.delivery_app;
  return JSON.stringify([pageRequest("", definition), routingMode, retailerId]);
};

async function askForPageOf(
  part: LinkPart,
  { deliveryApp, ...dependencies }: PageDependencies,
): Promise<void> {
  if (!deliveryApp) return;
  const outcome = await makePage({ id: part.id, offerKey: part.offerKey }, { ...dependencies, deliveryApp });
  if (outcome.kind !== "failed") return;
  const failure = failureText(outcome.failure);
  dependencies.log("error", "ask for page", { linkId: part.id, failure, last: outcome.last });
}
