import { failureText } from "./api.ts";
import { leaveEndedPages } from "./leave-ended-pages.ts";
import { makeDuePages } from "./make-due-pages.ts";
import type { PageDependencies } from "./page-extension.ts";

/**
 * How many pages one cron run asks for, and how many of them at the same time: this takes 25 s at worst. On the Free
 * plan one run may make 50 external requests, which all jobs share:
 * https://developers.cloudflare.com/workers/platform/limits/
 */
const PAGES_PER_RUN = 20;
const AT_ONCE = 4;
const ENDED_PER_RUN = 50;

/** Job: asks for the pages that are due, then leaves those that expire. Without a key, due pages stay due. */
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
