import { deleteChanges, readChanges } from "./change-store.ts";
import type { RedirectStore } from "./kv-copy.ts";

/** By then, whoever else was writing to KV has ended, in milliseconds. */
const SETTLED_MS = 60_000;
/** Three operations each, of the 1,000 that a cron run of the Free plan may make to Cloudflare's services. */
const CHANGES_PER_RUN = 200;

/**
 * Job: publishes changed links once more. Whoever changes a link publishes it; this is for the one that was
 * stopped between its commit and its publication, or whose copy another writer overwrote before it was stopped.
 */
export async function publishChanges({
  db,
  redirects,
  due,
}: {
  db: D1Database;
  redirects: RedirectStore;
  /** When the run was due. */
  due: Date;
}): Promise<void> {
  const until = new Date(due.getTime() - SETTLED_MS);
  const changes = await readChanges(db, until, CHANGES_PER_RUN);
  const published = [];
  try {
    for (const change of changes) {
      await redirects.publishCurrent(change.shortId);
      published.push(change);
    }
  } finally {
    if (published.length > 0) await deleteChanges(db, published);
  }
}
