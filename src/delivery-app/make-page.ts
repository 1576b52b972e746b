import { buildDestination } from "../retailers/destinations/destination.ts";
import { appendEncoded } from "../retailers/destinations/tracking.ts";
import { type Link, redirectEntry } from "../links/link.ts";
import type { DeliveryAppPageStore, LinkStore, RedirectStore } from "../links/ports.ts";
import { isUsableStore } from "../short-links/shop-choice.ts";
import { findVariant } from "../retailers/variants.ts";
import { type DeliveryApp, type DeliveryAppFailure, failureText, retryOf } from "./api.ts";
import { pageRequest } from "./page-request.ts";
import {
  leaseEnd,
  MAX_ATTEMPTS,
  nextAttempt,
  nextLookAtInactive,
  pageLife,
  unusableUpTo,
} from "./page-times.ts";

export interface PageContext {
  links: LinkStore;
  pages: DeliveryAppPageStore;
  redirects: RedirectStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  newLeaseId: () => string;
}

export type PageOutcome =
  | { kind: "made" }
  /** Not due, or another run is at it. */
  | { kind: "not_due" }
  | { kind: "inactive" }
  | { kind: "failed"; failure: DeliveryAppFailure; last: boolean };

/**
 * Asks the delivery app for the page of a link where one is due, and sends shoppers there from then on. Whoever
 * takes the lease asks, so two runs at once make one page. The API knows no idempotency: a run that is killed
 * after the page was made and before that was written down leaves a page that nobody links to.
 */
export async function makePage(linkId: string, context: PageContext): Promise<PageOutcome> {
  const { pages } = context;
  const lease = { linkId, id: context.newLeaseId() };
  const started = context.now();
  const attempts = await pages.lease(lease, started, leaseEnd(started));
  if (attempts === null) return { kind: "not_due" };
  if (attempts > MAX_ATTEMPTS) {
    // The last one was killed before it could say what came of it.
    await pages.fail(lease, "interrupted", null);
    return { kind: "not_due" };
  }
  const link = await context.links.find(linkId);
  const request = link && pageRequest(link);
  if (!link || !request) throw new TypeError(`no list or recipe for the page of ${linkId}`);
  if (link.status !== "active") {
    await pages.postpone(lease, nextLookAtInactive(started));
    return { kind: "inactive" };
  }
  const answer = await context.deliveryApp.makePage(request);
  const ended = context.now();
  if (!answer.ok) {
    const { failure } = answer;
    const next = nextAttempt(attempts, retryOf(failure), ended, context.random());
    await pages.fail(lease, failureText(failure), next);
    return { kind: "failed", failure, last: next === null };
  }
  const life = request.kind === "recipe" ? pageLife(started, request.body.expires_in) : null;
  const page = { url: answer.value, destination: inStore(answer.value, link), madeAt: started, ...life };
  if (await pages.succeed(lease, page, ended)) await publish(linkId, context);
  return { kind: "made" };
}

/** Tells the redirect where a link leads now. */
async function publish(linkId: string, { links, redirects }: Pick<PageContext, "links" | "redirects">) {
  const link = await links.find(linkId);
  if (link) redirects.publish(link.shortId, redirectEntry(link));
}

/** The page's URL with the store that the link names. Its query is the delivery app's own and stays as it is. */
function inStore(pageUrl: string, { request }: Link): string {
  const { routingMode, retailerId } = request.options?.delivery_app ?? {};
  if (routingMode !== "specific" || retailerId === undefined || !isUsableStore(retailerId)) return pageUrl;
  return appendEncoded(pageUrl, [["retailer_key", encodeURIComponent(retailerId)]]);
}

/**
 * Makes up to `limit` pages that are due, a few at a time. Stops early where every further request would meet
 * the same: the service has trouble, or does not take our key.
 */
export async function makeDuePages(
  context: PageContext,
  { limit, atOnce }: { limit: number; atOnce: number },
): Promise<{ made: number; failed: number; stoppedBy: DeliveryAppFailure | null }> {
  const due = await context.pages.due(context.now(), limit);
  const result = { made: 0, failed: 0, stoppedBy: null as DeliveryAppFailure | null };
  const work = async (): Promise<void> => {
    for (let id = due.shift(); id !== undefined && !result.stoppedBy; id = due.shift()) {
      const outcome = await makePage(id, context);
      if (outcome.kind === "made") result.made++;
      if (outcome.kind !== "failed") continue;
      result.failed++;
      if (isGeneral(outcome.failure)) result.stoppedBy = outcome.failure;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

/** Whether a failure is about the service or our access to it, and not about one page. */
const isGeneral = ({ reason }: DeliveryAppFailure): boolean => reason !== "refused" && reason !== "unusable";

/**
 * Sends shoppers of up to `limit` pages that are about to end, and could not be made again, to where their links
 * led before: fallbackUrl or our hosted page. Gives the number of links that changed.
 */
export async function leaveEndedPages(
  context: Pick<PageContext, "links" | "pages" | "redirects" | "now">,
  limit: number,
): Promise<number> {
  const { links, pages } = context;
  const limitTime = unusableUpTo(context.now());
  const ended = await pages.ended(limitTime, limit);
  for (const linkId of ended) {
    const link = await links.find(linkId);
    if (!link) throw new TypeError(`no link ${linkId}`);
    if (await pages.leave(linkId, withoutPage(link), limitTime, context.now()))
      await publish(linkId, context);
  }
  return ended.length;
}

/** Where the link leads while it has no page. */
function withoutPage(link: Link): string {
  const variant = findVariant(link.request.retailer, link.request.intent);
  if (!variant) throw new TypeError("a stored link has a variant");
  const context = { shortId: link.shortId, settings: {}, offers: new Map() };
  return buildDestination(variant.build, link.request, context).url;
}
