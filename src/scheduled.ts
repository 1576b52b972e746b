import type { Env } from "./env.ts";
import { recordDailyAlerts } from "./extras/alerts/daily-alerts.ts";
import { mailAlerts } from "./extras/alerts/mail-alerts.ts";
import type { ArchiveStore } from "./extras/exports/archive-store.ts";
import { checkDestinations } from "./extras/health/check-destinations.ts";
import { sendMails } from "./extras/mail/send-mails.ts";
import { sendReports } from "./extras/reports/send-reports.ts";
import { deleteOldRuns, resumeRuns } from "./extras/runs/continue-runs.ts";
import { deleteOldSalesReports } from "./extras/sales/manage-sales-reports.ts";
import { sealSecrets } from "./extras/webhooks/seal-secrets.ts";
import { deliverToWebhooks } from "./extras/webhooks/wake.ts";
import { recordExpiringKeys } from "./features/access/key-activity.ts";
import { deleteOldProductDetails } from "./features/availability/product-details.ts";
import { recheckLinks } from "./features/availability/recheck-links.ts";
import { refreshDiscovery } from "./features/delivery-app/discovery.ts";
import { maintainPages } from "./features/delivery-app/page-jobs.ts";
import { refreshShopChoices } from "./features/delivery-app/shop-extension.ts";
import { recordEndedLinks } from "./features/links/record-ended-links.ts";
import { publishChanges } from "./features/short-links/publish-changes.ts";
import { forgetSignIns } from "./features/sign-in/session-store.ts";
import { forgetMessages } from "./features/visits/counted-messages.ts";
import { rollUpVisits } from "./features/visits/counter-statements.ts";
import { moveMonthsAtNight } from "./features/visits/move-months.ts";
import { forgetUnknownPaths } from "./features/visits/unknown-paths.ts";
import { makeVisitorKeys } from "./features/visits/visitor-keys.ts";
import { writeSheets } from "./features/visits/write-sheets.ts";
import { deleteExpiredClaims } from "./features/writes/claim-store.ts";
import { gatherWork } from "./ground/platform/background.ts";
import { openDependencies, type Wiring } from "./wiring.ts";

type JobContext = Wiring & { due: Date };

/** Deletes what a run has elsewhere than in D1, by its kind. */
const ELSEWHERE = {
  export: (id: string, { archives }: { archives: ArchiveStore }) => archives.remove(id),
};

/** The jobs by name. They run in parallel and must not depend on one another. */
const JOBS: Record<string, (context: JobContext) => Promise<unknown>> = {
  "delete expired claims": deleteExpiredClaims,
  "forget old sign-ins": forgetSignIns,
  "resume runs": resumeRuns,
  "delete old runs": (context) => deleteOldRuns(context, ELSEWHERE),
  "check availability": recheckLinks,
  "delete old product details": deleteOldProductDetails,
  "check destinations": checkDestinations,
  "maintain delivery-app pages": maintainPages,
  "refresh delivery-app retailers": refreshDiscovery,
  "refresh shop choices": refreshShopChoices,
  "follow affiliate settings": ({ redirects, now }) => redirects.followSettings(now()),
  "publish changes again": publishChanges,
  "delete old visit messages": forgetMessages,
  "delete old unknown addresses": forgetUnknownPaths,
  "make keys of visitors": makeVisitorKeys,
  "roll up visits": rollUpVisits,
  "write sheets of visits": writeSheets,
  "move old visits to R2": moveMonthsAtNight,
  "record ended links": recordEndedLinks,
  "record expiring keys": recordExpiringKeys,
  "record alerts": recordDailyAlerts,
  "mail alerts": mailAlerts,
  "deliver to webhooks": deliverToWebhooks,
  "seal secrets of webhooks": sealSecrets,
  "delete old sales reports": deleteOldSalesReports,
  "queue reports": sendReports,
  "send mail": sendMails,
};

/** The databases whose jobs run: a seam for several databases, see docs/decisions/0010-beyond-one-database.md. */
const databasesOf = ({ DB }: Env): D1Database[] => [DB];

/**
 * Runs every job for each database, even if others fail. Waits until all jobs and the work that they started have ended,
 * and then throws if a job failed. `due` is the scheduled time of the cron; the jobs' clock starts there.
 */
export async function runJobs(env: Env, due: Date): Promise<void> {
  // The clock stays at `due` until all jobs are started, however long loading and starting them takes.
  let begun: number | null = null;
  const now = () => new Date(due.getTime() + (begun === null ? 0 : Date.now() - begun));
  const { waitUntil, settled } = gatherWork();
  const failures: Error[] = [];
  const running = databasesOf(env).flatMap((db) => {
    const context: JobContext = { ...openDependencies(env, waitUntil, now, db), due };
    return Object.entries(JOBS).map(async ([name, job]) => {
      try {
        await job(context);
      } catch (cause) {
        context.log("error", "job", { job: name, cause });
        failures.push(new Error(`The job "${name}" failed.`, { cause }));
      }
    });
  });
  begun = Date.now();
  await Promise.all(running);
  await settled();
  if (failures.length > 0) throw new AggregateError(failures, "A scheduled job failed.");
}
