import { isUnavailable } from "../platform/d1.ts";
import type { DeliveryAppFailure } from "./api.ts";
import { makePage, type PageContext } from "./make-page.ts";

/**
 * Makes up to `limit` pages that are due, `atOnce` at a time. Stops early if every further request would fail in the
 * same way, because the service has a problem or refuses our key. Pages that were refused with another key or base URL
 * become due at once.
 */
export async function makeDuePages(
  context: PageContext,
  { limit, atOnce }: { limit: number; atOnce: number },
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
        // The page is postponed already. If D1 is down the run ends, as no attempt can be recorded.
        context.log("error", "keep pages", { linkId: part.id, cause });
        result.failed++;
        if (isUnavailable(cause)) throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

/** Whether a failure concerns the service or our access to it, and not a single page. */
const isGeneral = ({ reason }: DeliveryAppFailure): boolean => reason !== "refused" && reason !== "unusable";
