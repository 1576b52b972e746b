import { newId } from "../../ground/core/ids.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import type { Log } from "../../ground/platform/log.ts";
import { partsOf } from "../links/link-part.ts";
import type { AvailabilityStore } from "./check-store.ts";
import { CATALOG_RETAILERS, isWorthLookingUp } from "./look-up-products.ts";

/** Only links of this age or older are enrolled, in milliseconds: creating a link looks up its products anyway. */
const ENROL_AFTER = 10 * 60_000;
const WINDOW = 100;
const WINDOWS_PER_RUN = 20;

interface EnrolContext {
  availability: AvailabilityStore;
  now: () => Date;
  log: Log;
}

/**
 * Adds a check for each link that availability can affect, whatever its age: creating a link looks nothing up without
 * credentials for its retailer, and credentials may be configured later.
 */
export async function enrolLinks(context: EnrolContext): Promise<void> {
  const time = new Date(context.now().getTime() - ENROL_AFTER);
  const before = newId("lnk", time, (length) => new Uint8Array(length));
  for (let window = 0; window < WINDOWS_PER_RUN; window++) {
    if (!(await enrolWindow(context, before, WINDOW))) return;
  }
}

/**
 * Enrolls the next `limit` links; false if there are none. If a link can't be read, they are enrolled one by one, and
 * that link is logged and skipped.
 */
async function enrolWindow(context: EnrolContext, before: string, limit: number): Promise<boolean> {
  const { availability, now, log } = context;
  try {
    const found = await availability.unseen([...CATALOG_RETAILERS, "choice"], before, limit);
    if (!found) return false;
    const worth = found.links.flatMap(partsOf).filter((part) => isWorthLookingUp(part));
    await availability.enrol(worth, found.last, now());
    return true;
  } catch (cause) {
    if (isUnavailable(cause)) throw cause;
    if (limit === 1) {
      log("error", "enrol link", { linkId: await availability.skip(before, now()), cause });
      return true;
    }
    for (let taken = 0; taken < limit; taken++) {
      if (!(await enrolWindow(context, before, 1))) return false;
    }
    return true;
  }
}
