import { HOUR_MS } from "../../ground/core/days.ts";
import { processEach } from "../../ground/platform/background.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import { type LinkPart, partOf } from "../links/link-part.ts";
import { partDestination } from "../links/resolve-destination.ts";
import { switchActivity } from "../links/switch-statements.ts";
import { type DeliveryAppFailure, failureText } from "./delivery-app-api.ts";
import { makePage, type PageContext } from "./make-page.ts";
import type { PageDependencies } from "./page-extension.ts";
import { unusableUpTo } from "./page-times.ts";

/**
 * Pages per cron run, and in parallel: at worst 25 s. On the Free plan a run may make 50 external requests, which all
 * jobs share: https://developers.cloudflare.com/workers/platform/limits/
 */
const PAGES_PER_RUN = 20;
const CONCURRENCY = 4;
const ENDED_PER_RUN = 50;

/** Job: requests due pages, then switches links away from expiring pages. Without a key, due pages stay due. */
export async function maintainPages({ deliveryApp, ...dependencies }: PageDependencies): Promise<void> {
  if (deliveryApp) {
    const { made, failed, stoppedBy } = await makeDuePages(
      { ...dependencies, deliveryApp },
      { limit: PAGES_PER_RUN, concurrency: CONCURRENCY },
    );
    const stopped = stoppedBy && failureText(stoppedBy);
    if (failed > 0) dependencies.log("error", "maintain pages", { made, failed, stoppedBy: stopped });
  }
  await leaveEndedPages(dependencies, ENDED_PER_RUN);
}

/**
 * Creates up to `limit` due pages, `concurrency` in parallel. Stops early if every further request would fail in the
 * same way, because the service has a problem or rejects our key. Pages that were rejected with another key or base URL
 * become due immediately.
 */
async function makeDuePages(
  context: PageContext,
  { limit, concurrency }: { limit: number; concurrency: number },
): Promise<{ made: number; failed: number; stoppedBy: DeliveryAppFailure | null }> {
  await context.pages.retryRefused(await context.deliveryApp.fingerprint(), context.now());
  const due = await context.pages.due(context.now(), limit);
  const result = { made: 0, failed: 0, stoppedBy: null as DeliveryAppFailure | null };
  const work = async (): Promise<void> => {
    for (let part = due.shift(); part !== undefined && !result.stoppedBy; part = due.shift()) {
      try {
        const outcome = await makePage(part, context);
        if (outcome.kind === "made") result.made++;
        if (outcome.kind !== "failed") continue;
        result.failed++;
        if (isGeneral(outcome.failure)) result.stoppedBy = outcome.failure;
      } catch (cause) {
        // The page is postponed already. If D1 is down, the run ends, because no attempt can be recorded.
        context.log("error", "maintain pages", { linkId: part.id, cause });
        result.failed++;
        if (isUnavailable(cause)) throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return result;
}

/** Whether a failure concerns the service or our access to it, and not a single page. */
const isGeneral = ({ reason }: DeliveryAppFailure): boolean => reason !== "refused" && reason !== "unusable";

/** Delay before a retry after a failure. */
const RETRY = HOUR_MS;

/**
 * For up to `limit` pages that are about to expire and could not be renewed, switches their links to the destination without
 * a page: fallbackUrl or our hosted page. Returns how many links succeeded. Failed links are retried after an hour.
 */
async function leaveEndedPages(
  context: Pick<PageContext, "links" | "pages" | "redirects" | "now" | "log">,
  limit: number,
): Promise<number> {
  const { links, pages, redirects, now, log } = context;
  const limitTime = unusableUpTo(now());
  return processEach(
    await pages.ended(limitTime, now(), limit),
    async (ref) => {
      const link = await links.find(ref.id);
      const part = link && partOf(link, ref.offerKey);
      if (!part) throw new TypeError(`no link or offer ${ref.id} ${ref.offerKey}`);
      const url = destinationWithoutPage(part);
      const activity = switchActivity("delivery-app pages", part, url, now(), "page_expired");
      if (await pages.leave({ part: ref, activity, url }, limitTime)) redirects.publishChange(part.shortId);
    },
    async (ref, cause) => {
      log("error", "leave page", { linkId: ref.id, cause });
      await pages.putOff(ref, now(), new Date(now().getTime() + RETRY));
    },
  );
}

/** Where the link redirects without a page. */
export const destinationWithoutPage = (part: LinkPart): string =>
  partDestination({ offerKey: part.offerKey, definition: part }, new Map(), {
    shortId: part.shortId,
  }).url;
