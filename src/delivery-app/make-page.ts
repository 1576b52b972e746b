import { appendEncoded } from "../core/url-query.ts";
import { switchActivity } from "../links/job-activity.ts";
import { redirectEntry } from "../links/link.ts";
import type { LinkStore } from "../links/store.ts";
import type { Log } from "../platform/log.ts";
import { isUsableShopId } from "../retailers/shop-id.ts";
import type { RedirectStore } from "../short-links/kv-copy.ts";
import { type DeliveryApp, type DeliveryAppFailure, failureText, retryOf, waitAfter } from "./api.ts";
import { type PageDefinition, pageRequest, wantsPage } from "./page-request.ts";
import type { PageLease, PageStore } from "./page-store.ts";
import { leaseEnd, MAX_ATTEMPTS, nextAttempt, nextLookAtInactive, pageLife } from "./page-times.ts";

export interface PageContext {
  links: LinkStore;
  pages: PageStore;
  redirects: RedirectStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  newLeaseId: () => string;
  log: Log;
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
 * after the page was made and before that was written down leaves a page that nobody links to. Throws what goes wrong
 * on our side; the page is due again later.
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
  try {
    return await attempt(lease, attempts, started, context);
  } catch (error) {
    // Something is wrong with this link, or with a store: it is put off like one that the delivery app has no page for.
    await pages.fail(lease, "error", nextAttempt(attempts, "soon", context.now(), context.random()));
    throw error;
  }
}

async function attempt(
  lease: PageLease,
  attempts: number,
  started: Date,
  context: PageContext,
): Promise<PageOutcome> {
  const { pages } = context;
  const { linkId } = lease;
  const link = await context.links.find(linkId);
  if (!link || !wantsPage(link)) throw new TypeError(`no list or recipe for the page of ${linkId}`);
  if (link.status !== "active") {
    await pages.postpone(lease, nextLookAtInactive(started));
    return { kind: "inactive" };
  }
  const request = pageRequest(link.id, link);
  const answer = await context.deliveryApp.makePage(request);
  const ended = context.now();
  if (!answer.ok) {
    const { failure } = answer;
    const retry = retryOf(failure);
    const next = nextAttempt(attempts, retry, ended, context.random(), waitAfter(failure));
    // What somebody has to mend in our configuration is tried again as soon as that is another one.
    const refusedBy = retry === "later" ? await context.deliveryApp.fingerprint() : null;
    await pages.fail(lease, failureText(failure), next, refusedBy);
    return { kind: "failed", failure, last: next === null };
  }
  const life = request.kind === "recipe" ? pageLife(started, request.body.expires_in) : null;
  const page = { url: answer.value, destination: inShop(answer.value, link), madeAt: started, ...life };
  const activity = switchActivity("delivery-app pages", link, page.destination, ended);
  if (await pages.succeed(lease, page, activity, ended)) await publish(linkId, context);
  return { kind: "made" };
}

/** Tells the redirect where a link leads now. */
export async function publish(
  linkId: string,
  { links, redirects }: Pick<PageContext, "links" | "redirects">,
): Promise<void> {
  const link = await links.find(linkId);
  if (link) redirects.publish(link.shortId, redirectEntry(link));
}

/** The page's URL with the shop that the link names. Its query is the delivery app's own and stays as it is. */
function inShop(pageUrl: string, { options }: PageDefinition): string {
  const { routingMode, retailerId } = options.delivery_app;
  if (routingMode !== "specific" || retailerId === undefined || !isUsableShopId(retailerId)) return pageUrl;
  return appendEncoded(pageUrl, [["retailer_key", encodeURIComponent(retailerId)]]);
}
