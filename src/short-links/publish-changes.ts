import { eachAlone } from "../platform/each-alone.ts";
import type { Log } from "../platform/log.ts";
import { deleteChanges, type LinkChange, postponeChange, readChanges } from "./change-store.ts";
import type { RedirectStore } from "./kv-copy.ts";

/** By then, whoever else was writing to KV has ended, in milliseconds. */
const SETTLED_MS = 60_000;
/** Three operations each, of the 1,000 that a cron run of the Free plan may make to Cloudflare's services. */
const CHANGES_PER_RUN = 200;

/**
 * Job: publishes changed links once more. Whoever changes a link publishes it; this is for the one that was
 * stopped between its commit and its publication, or whose copy another writer overwrote before it was stopped. A link
 * that can't be published goes to the end of the queue, for a minute at least.
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
    await eachAlone(
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
