import { appendEncoded } from "../../ground/core/urls.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { LinkFinder } from "../links/link-finder.ts";
import { type PartRef, partOf } from "../links/link-part.ts";
import { switchActivity } from "../links/switch-statements.ts";
import { storesOf } from "../retailers/destinations/delivery-app-pages.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import { mergeUtm } from "../short-links/utm.ts";
import {
  type DeliveryApp,
  type DeliveryAppFailure,
  failureText,
  retryOf,
  waitAfter,
} from "./delivery-app-api.ts";
import { type PageDefinition, pageRequest, wantsPage } from "./page-request.ts";
import type { PageLease, PageStore } from "./page-store.ts";
import { leaseEnd, MAX_ATTEMPTS, nextAttempt, nextLookAtInactive, pageLife } from "./page-times.ts";

export interface PageContext {
  links: LinkFinder;
  pages: PageStore;
  redirects: RedirectStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
  /** A random number from 0 (included) to 1 (excluded). */
  random: () => number;
  newLeaseId: () => string;
  log: Log;
}

/** The outcome of an attempt. `last`: no further attempt is planned. */
type PageOutcome =
  | { kind: "made" }
  /** The page is not due, leased by another run, or out of attempts. */
  | { kind: "not_due" }
  | { kind: "inactive" }
  | { kind: "failed"; failure: DeliveryAppFailure; last: boolean };

/**
 * Requests the page of a link or offer if it is due, and switches the link or offer to it. Only the lease holder sends the
 * request, so two concurrent runs create one page. The API is not idempotent: if a run is killed after the page was created
 * but before it was stored, the page is orphaned. Throws for errors on our side; the page is then due again later.
 */
export async function makePage(part: PartRef, context: PageContext): Promise<PageOutcome> {
  const { pages } = context;
  const lease = { part, id: context.newLeaseId() };
  const started = context.now();
  const attempts = await pages.lease(lease, started, leaseEnd(started));
  if (attempts === null) return { kind: "not_due" };
  if (attempts > MAX_ATTEMPTS) {
    // The last attempt was killed before it could record its outcome.
    await pages.fail(lease, "interrupted", started, null);
    return { kind: "not_due" };
  }
  try {
    return await attempt(lease, attempts, started, context);
  } catch (error) {
    // An error of this link or of storage: the page is postponed as after a failure of the delivery app.
    const now = context.now();
    await pages.fail(lease, "error", now, nextAttempt(attempts, "soon", now, context));
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
  const { id, offerKey } = lease.part;
  const stored = await context.links.find(id);
  const link = stored && partOf(stored, offerKey);
  if (!link || !wantsPage(link)) throw new TypeError(`no list or recipe for the page of ${id} ${offerKey}`);
  if (link.status !== "active") {
    await pages.postpone(lease, nextLookAtInactive(started));
    return { kind: "inactive" };
  }
  const request = pageRequest(link.id, link);
  const response = await context.deliveryApp.makePage(request);
  const ended = context.now();
  if (!response.ok) {
    const { failure } = response;
    const retry = retryOf(failure);
    const next = nextAttempt(attempts, retry, ended, context, waitAfter(failure));
    // With the fingerprint, the page is retried as soon as the configuration has changed.
    const refusedBy = retry === "later" ? await context.deliveryApp.fingerprint() : null;
    await pages.fail(lease, failureText(failure), ended, next, refusedBy);
    return { kind: "failed", failure, last: next === null };
  }
  const life = request.kind === "recipe" ? pageLife(started, request.body.expires_in) : null;
  const page = { url: response.value, madeAt: started, ...life };
  const url = trackedInShop(response.value, link);
  const activity = switchActivity("delivery-app pages", link, url, ended, "page_made");
  if (await pages.succeed(lease, page, { part: lease.part, activity, url }))
    context.redirects.publishChange(link.shortId);
  return { kind: "made" };
}

/**
 * The URL of the page with the link's shop and UTM values. UTM values of the delivery app are its own attribution: the link's
 * are added only if there are none. The rest of the query stays as the delivery app wrote it.
 */
function trackedInShop(pageUrl: string, part: PageDefinition): string {
  const [shop] = storesOf(part);
  const url =
    shop === undefined ? pageUrl : appendEncoded(pageUrl, [["retailer_key", encodeURIComponent(shop)]]);
  return /[?&]utm_/.test(url) ? url : mergeUtm(url, part.tracking?.utm ?? {}, false);
}
