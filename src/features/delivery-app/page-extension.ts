import { DAY_MS } from "../../ground/core/days.ts";
import { firstRow } from "../../ground/platform/d1.ts";
import type { Log } from "../../ground/platform/log.ts";
import {
  type AfterCommit,
  type Combined,
  type DestinationReport,
  type ExtensionStatements,
  hooksByEdit,
  type LinkExtension,
  type PAGE_STATES,
} from "../links/extension.ts";
import type { LinkPart } from "../links/link-part.ts";
import type { ReasonCode } from "../retailers/destination-reasons.ts";
import { storesOf } from "../retailers/destinations/delivery-app-pages.ts";
import { type DeliveryApp, failureText } from "./delivery-app-api.ts";
import { makePage, type PageContext } from "./make-page.ts";
import { destinationWithoutPage } from "./page-jobs.ts";
import { type PageDefinition, pageRequest, wantsPage } from "./page-request.ts";
import { forgetPagesStatement, wantPagesStatement } from "./page-store.ts";
import { pageLife } from "./page-times.ts";

export type PageDependencies = Omit<PageContext, "deliveryApp"> & {
  db: D1Database;
  deliveryApp: DeliveryApp | null;
  log: Log;
};

/**
 * Records with each list and recipe link that it needs a page, and requests the page after the commit. A link whose
 * list or recipe changed keeps its old page until the new page exists. The cron job retries failures, and requests the
 * pages of links that were created together.
 */
export function pageExtension(dependencies: PageDependencies): LinkExtension {
  const { db } = dependencies;
  const want: Combined<ExtensionStatements> = {
    key: "want",
    call: (parts, written) => [wantPagesStatement(db, parts, written)],
  };
  const forget: Combined<ExtensionStatements> = {
    key: "forget",
    call: (parts, written) => [forgetPagesStatement(db, parts, written)],
  };
  const requestPage: Combined<AfterCommit> = {
    key: "request",
    call: async ([part], { alone }) => {
      if (part && alone) await requestPageOf(part, dependencies);
    },
  };
  return {
    name: "ask for page",
    hooksFor: (edits) =>
      hooksByEdit(edits, ({ definition, previous }) => {
        const before = previous && wantsPage(previous) ? previous : null;
        if (!definition || !wantsPage(definition)) return before && { rows: forget };
        const cachedDestination = () => (before && leadsToPage(before) ? before.destination : null);
        if (before && pageKey(before) === pageKey(definition)) return { cachedDestination };
        return { cachedDestination, rows: want, afterCommit: requestPage };
      }),
    report: async (part) => (wantsPage(part) ? pageReport(db, part) : null),
  };
}

/** The inputs of a page, as text: two definitions with equal keys have the same page. */
const pageKey = (definition: PageDefinition): string =>
  JSON.stringify([pageRequest("", definition), storesOf(definition)[0], definition.tracking?.utm]);

async function requestPageOf(
  part: LinkPart,
  { deliveryApp, ...dependencies }: PageDependencies,
): Promise<void> {
  if (!deliveryApp) return;
  const outcome = await makePage({ id: part.id, offerKey: part.offerKey }, { ...dependencies, deliveryApp });
  if (outcome.kind !== "failed") return;
  const failure = failureText(outcome.failure);
  dependencies.log("error", "ask for page", { linkId: part.id, failure, last: outcome.last });
}

interface PageRow {
  state: (typeof PAGE_STATES)[number];
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  made_at: string | null;
  expires_at: string | null;
}

const SELECT = `SELECT state, attempts, next_attempt_at, last_error, made_at, expires_at
  FROM delivery_app_pages WHERE link_id = ?1 AND offer_key = ?2`;

/** The page of a list or recipe, and why its link redirects there or not. */
async function pageReport(db: D1Database, part: LinkPart): Promise<DestinationReport | null> {
  const row = await firstRow<PageRow>(db, SELECT, part.id, part.offerKey);
  if (!row) return null;
  const { state, attempts, last_error: lastError } = row;
  return {
    reason: reasonOf(part, row),
    page: { state, attempts, ...(lastError !== null && { lastError }) },
  };
}

function reasonOf(part: LinkPart, row: PageRow): ReasonCode {
  if (!leadsToPage(part)) return row.state === "failed" ? "page_failed" : "page_pending";
  return row.state === "failed" || isReplaced(row) ? "page_kept" : "page_made";
}

/** Whether the link or offer redirects to a page of the delivery app. */
const leadsToPage = (part: LinkPart): boolean => part.destination !== destinationWithoutPage(part);

/**
 * Whether a new page is due before the renewal of the current page, because the link was changed. A page that does not
 * expire is never renewed.
 */
function isReplaced({ next_attempt_at: next, made_at: made, expires_at: expires }: PageRow): boolean {
  if (next === null) return false;
  if (made === null || expires === null) return true;
  const days = (Date.parse(expires) - Date.parse(made)) / DAY_MS;
  return Date.parse(next) < pageLife(new Date(made), days).renewAt.getTime();
}
