import type { Env } from "./env.ts";
import { destinationSettings } from "./api/settings.ts";
import { recheckAvailability } from "./availability/creation-look-up.ts";
import { keepPages } from "./delivery-app/page-follower.ts";
import { publishChanges } from "./short-links/publish-changes.ts";
import { refreshDiscovery } from "./delivery-app/refresh-retailers.ts";
import { keepRoutes } from "./delivery-app/shop-follower.ts";
import { forgetMessages } from "./visits/store-visits.ts";
import { deleteExpiredClaims } from "./idempotency/claim-store.ts";

/** What the cron does. `now` is the time that it was due. */
type Job = (env: Env, now: Date) => Promise<unknown>;

/** One line for each job; they run side by side and must not depend on one another. */
const JOBS: Record<string, Job> = {
  "delete expired claims": (env, now) => deleteExpiredClaims(env.DB, now, 10_000),
  "check availability": (env, now) => recheckAvailability(env, destinationSettings(env), now),
  "keep delivery-app pages": keepPages,
  "refresh delivery-app retailers": refreshDiscovery,
  "keep store routes": keepRoutes,
  "publish changes again": publishChanges,
  "delete old visit messages": forgetMessages,
};

/** Runs every job, whichever of the others fail, and throws once all have ended if any did. */
export async function runJobs(env: Env, now: Date): Promise<void> {
  const failures: Error[] = [];
  await Promise.all(
    Object.entries(JOBS).map(async ([name, job]) => {
      try {
        await job(env, now);
      } catch (cause) {
        console.error(JSON.stringify({ job: name, cause: String(cause) }));
        failures.push(new Error(`The job "${name}" failed.`, { cause }));
      }
    }),
  );
  if (failures.length > 0) throw new AggregateError(failures, "A scheduled job failed.");
}
