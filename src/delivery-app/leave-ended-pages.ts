import { switchActivity } from "../links/job-activity.ts";
import type { Link } from "../links/link.ts";
import { eachAlone } from "../platform/each-alone.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import { type PageContext, publish } from "./make-page.ts";
import { unusableUpTo } from "./page-times.ts";

/** How long a link that failed is left alone, in milliseconds. */
const RETRY = 60 * 60_000;

/**
 * Sends shoppers of up to `limit` pages that are about to end, and could not be made again, to where their links
 * led before: fallbackUrl or our hosted page. Gives the number of links that went well; one that fails is tried again
 * after an hour.
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
      const time = now();
      const activity = switchActivity("delivery-app pages", link, destinationWithoutPage(link), time);
      if (await pages.leave(activity, limitTime, time)) await publish(linkId, context);
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
