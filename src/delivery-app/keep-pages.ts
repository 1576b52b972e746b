import { failureText } from "./api.ts";
import { leaveEndedPages } from "./leave-ended-pages.ts";
import { makeDuePages } from "./make-due-pages.ts";
import type { PageDependencies } from "./page-follower.ts";

/**
 * Pages one cron run asks for, and how many at once: at worst 25 s of waiting. The Free plan lets one run make 50
 * requests to the outside, which all jobs share: https://developers.cloudflare.com/workers/platform/limits/
 */
const PAGES_PER_RUN = 20;
const AT_ONCE = 4;
const ENDED_PER_RUN = 50;

/** Job: asks for the pages that are due, then leaves those that end. Without a key, what is due stays due. */
export async function keepPages({ deliveryApp, ...dependencies }: PageDependencies): Promise<void> {
  if (deliveryApp) {
    const { made, failed, stoppedBy } = await makeDuePages(
      { ...dependencies, deliveryApp },
      { limit: PAGES_PER_RUN, atOnce: AT_ONCE },
    );
    const stopped = stoppedBy && failureText(stoppedBy);
    if (failed > 0) dependencies.log("error", "keep pages", { made, failed, stoppedBy: stopped });
  }
  await leaveEndedPages(dependencies, ENDED_PER_RUN);
}
