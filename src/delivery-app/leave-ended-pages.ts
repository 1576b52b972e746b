import { HOUR_MS } from "../core/days.ts";
import { switchActivity } from "../links/job-activity.ts";
import { type LinkPart, partOf } from "../links/link-part.ts";
import { partDestination } from "../links/resolve-new-destination.ts";
import { eachAlone } from "../platform/each-alone.ts";
import type { PageContext } from "./make-page.ts";
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
  const { links, pages, redirects, now, log } = context;
  const limitTime = unusableUpTo(now());
  return eachAlone(
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

/** Where the link leads while it has no page. */
export const destinationWithoutPage = (part: LinkPart): string =>
  partDestination({ offerKey: part.offerKey, definition: part }, new Map(), {
    shortId: part.shortId,
    settings: {},
  }).url;
