import { HOUR_MS } from "../core/days.ts";
import { switchActivity } from "../links/job-activity.ts";
import type { Link } from "../links/link.ts";
import { eachAlone } from "../platform/each-alone.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import { type PageContext, publish } from "./make-page.ts";
import { unusableUpTo } from "./page-times.ts";

/** How long after a failure a link is tried again, in milliseconds. */
const RETRY = HOUR_MS;

/**
 * For up to `limit` pages that are about to expire and could not be made again, switches their links to the destination
 * that they have without a page: fallbackUrl or our hosted page. Returns how many links succeeded. A link that fails is
 * tried again after an hour.
 */
export async function leaveEndedPages(
  context: Pick<PageContext, "links" | "pages" | "redirects" | "now" | "log">,
  limit: number,
): Promise<number> {
  const { links, pages, now, log } = context;
  const limitTime = unusableUpTo(now());
  return eachAlone(
    await pages.ended(limitTime, now(), limit),
    async (linkId) => {
      const link = await links.find(linkId);
      if (!link) throw new TypeError(`no link ${linkId}`);
      const activity = switchActivity("delivery-app pages", link, destinationWithoutPage(link), now());
      if (await pages.leave(activity, limitTime)) await publish(linkId, context);
    },
    async (linkId, cause) => {
      log("error", "leave page", { linkId, cause });
      await pages.putOff(linkId, now(), new Date(now().getTime() + RETRY));
    },
  );
}

/** Where the link leads while it has no page. */
export const destinationWithoutPage = (link: Link): string =>
  buildDestination(link, { shortId: link.shortId, settings: {}, offers: new Map() }).url;
