import { switchActivity } from "../links/job-activity.ts";
import type { Link } from "../links/link.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import { type PageContext, publish } from "./make-page.ts";
import { unusableUpTo } from "./page-times.ts";

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
    const now = context.now();
    const activity = switchActivity("delivery-app pages", link, destinationWithoutPage(link), now);
    if (await pages.leave(activity, limitTime, now)) await publish(linkId, context);
  }
  return ended.length;
}

/** Where the link leads while it has no page. */
export const destinationWithoutPage = (link: Link): string =>
  buildDestination(link, { shortId: link.shortId, settings: {}, offers: new Map() }).url;
