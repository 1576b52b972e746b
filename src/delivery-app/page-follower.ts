import { type DeliveryApp, failureText } from "./api.ts";
import {
  leaveEndedPages,
  makeDuePages,
  makePage,
  type PageContext,
  type PageOutcome,
} from "./make-page.ts";
import { wantsPage } from "./page-request.ts";
import type { Link } from "../links/link.ts";
import type { Stores } from "../links/ports.ts";
import type { Env } from "../env.ts";
import { openDeliveryApp } from "./open-delivery-app.ts";
import { openStores } from "../wiring.ts";

/**
 * Pages one cron run asks for, and how many at once: at worst 25 s of waiting. The Free plan lets one run make 50
 * requests to the outside, which all jobs share: https://developers.cloudflare.com/workers/platform/limits/
 */
const PAGES_PER_RUN = 20;
const AT_ONCE = 4;
const ENDED_PER_RUN = 50;

const pageContext = (stores: Stores, deliveryApp: DeliveryApp, now: () => Date): PageContext => ({
  links: stores.links,
  pages: stores.deliveryAppPages,
  redirects: stores.redirects,
  deliveryApp,
  now,
  random: Math.random,
  newLeaseId: () => crypto.randomUUID(),
});

/** Asks for the page of a link that was just committed. Never throws: the cron takes up what is left undone. */
export async function askForPage(link: Link, stores: Stores, env: Env): Promise<void> {
  if (!wantsPage(link.request)) return;
  const deliveryApp = openDeliveryApp(env);
  if (!deliveryApp) return;
  try {
    logOutcome(
      link.id,
      await makePage(
        link.id,
        pageContext(stores, deliveryApp, () => new Date()),
      ),
    );
  } catch (error) {
    console.error(JSON.stringify({ job: "ask for page", linkId: link.id, cause: String(error) }));
  }
}

function logOutcome(linkId: string, outcome: PageOutcome): void {
  if (outcome.kind !== "failed") return;
  const failure = failureText(outcome.failure);
  console.error(JSON.stringify({ job: "ask for page", linkId, failure, last: outcome.last }));
}

/** Cron: asks for the pages that are due, then leaves those that end. Without a key, what is due stays due. */
export async function keepPages(env: Env, due: Date): Promise<void> {
  const started = Date.now();
  const now = () => new Date(due.getTime() + Date.now() - started);
  const published: Promise<unknown>[] = [];
  const stores = openStores(env, (work) => published.push(work));
  const deliveryApp = openDeliveryApp(env);
  if (deliveryApp) {
    const context = pageContext(stores, deliveryApp, now);
    const { made, failed, stoppedBy } = await makeDuePages(context, {
      limit: PAGES_PER_RUN,
      atOnce: AT_ONCE,
    });
    const stopped = stoppedBy && failureText(stoppedBy);
    if (failed > 0) console.error(JSON.stringify({ job: "keep pages", made, failed, stoppedBy: stopped }));
  }
  const { links, redirects, deliveryAppPages: pages } = stores;
  await leaveEndedPages({ links, pages, redirects, now }, ENDED_PER_RUN);
  await Promise.all(published);
}
