import type { Log } from "../../ground/platform/log.ts";
import { postponeChange, readChanges, settleChanges } from "./link-change-store.ts";
import type { RedirectStore } from "./redirect-store.ts";

/** After this time, in milliseconds, other writers of the same change to KV have ended. */
const SETTLED_MS = 60_000;
/** Changes that are read and published together. */
const CHANGES_PER_TURN = 100;
/**
 * After so many writes to KV, a run leaves the rest to the next one. A run of all jobs has 10,000 operations in the Paid plan:
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
const PUTS_PER_RUN = 5_000;
/** Until then, in milliseconds, a run begins another turn: the next run starts a minute after this one. */
const RUN_MS = 45_000;

/**
 * Job: publishes changed links once more, the organizations in turn. Each request that changes a link publishes it; this job
 * covers requests that stopped between commit and publication, or before they could replace another writer's older copy, and
 * changes of commissions. A link that can't be published goes to the end of the queue and waits for at least a minute.
 */
export async function publishChanges({
  db,
  redirects,
  due,
  now,
  log,
}: {
  db: D1Database;
  redirects: Pick<RedirectStore, "publishAll">;
  /** When the run was due. */
  due: Date;
  now: () => Date;
  log: Log;
}): Promise<void> {
  const until = new Date(due.getTime() - SETTLED_MS);
  const end = now().getTime() + RUN_MS;
  let puts = 0;
  let after = "";
  while (puts < PUTS_PER_RUN && now().getTime() < end) {
    const changes = await readChanges(db, { until, after, limit: CHANGES_PER_TURN });
    // Behind the last organization, the first one is next.
    if (changes.length === 0 && after === "") return;
    const organizations = new Set(changes.map(({ organizationId }) => organizationId));
    after = organizations.size < CHANGES_PER_TURN ? "" : ([...organizations].sort().at(-1) ?? "");
    if (changes.length === 0) continue;
    const result = await redirects.publishAll(changes.map(({ shortId }) => shortId));
    puts += result.puts;
    const published = new Set(result.published);
    await settleChanges(
      db,
      changes.filter(({ shortId }) => published.has(shortId)),
      until,
    );
    for (const { address: shortId, cause } of result.failures) {
      log("error", "publish", { shortId, cause });
      await postponeChange(db, { shortId }, now());
    }
    if (result.isDown) throw result.failures[0]?.cause;
  }
}
