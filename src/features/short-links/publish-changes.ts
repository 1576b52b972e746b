import { processEach } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import { deleteChanges, type LinkChange, postponeChange, readChanges } from "./link-change-store.ts";
import type { RedirectStore } from "./redirect-store.ts";

/** After this time, in milliseconds, other writers of the same change to KV have ended. */
const SETTLED_MS = 60_000;
/** Each change takes at least three of the 1,000 operations on Cloudflare services that the Free plan allows per run. */
const CHANGES_PER_RUN = 200;

/**
 * Job: publishes changed links once more. Each request that changes a link publishes it; this job covers requests that
 * stopped between commit and publication, or before they could replace another writer's older copy. A link that can't be
 * published goes to the end of the queue and waits for at least a minute.
 */
export async function publishChanges({
  db,
  redirects,
  due,
  now,
  log,
}: {
  db: D1Database;
  redirects: RedirectStore;
  /** When the run was due. */
  due: Date;
  now: () => Date;
  log: Log;
}): Promise<void> {
  const until = new Date(due.getTime() - SETTLED_MS);
  const published: LinkChange[] = [];
  try {
    await processEach(
      await readChanges(db, until, CHANGES_PER_RUN),
      async (change) => {
        await redirects.publishCurrent(change.shortId);
        published.push(change);
      },
      async (change, cause) => {
        log("error", "publish", { shortId: change.shortId, cause });
        await postponeChange(db, change, now());
      },
    );
  } finally {
    if (published.length > 0) await deleteChanges(db, published);
  }
}
