import { recordDailyAlerts } from "../../../extras/alerts/daily-alerts.ts";
import { healthStore } from "../../../extras/health/health-store.ts";
import type { Checked } from "../../../extras/health/outcome.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { codeChangeOfLink } from "../../../features/links/change-statements.ts";
import { qrCodeStore } from "../../../features/qr-codes/qr-code-store.ts";
import { createThreshold } from "../../../features/visits/manage-thresholds.ts";
import { visitReportStore } from "../../../features/visits/report-store.ts";
import { recordReachedThresholds, thresholdStore } from "../../../features/visits/threshold-store.ts";
import { DAY_MS, dayOf } from "../../../ground/core/days.ts";
import { DEFAULT_QR_IDENTIFIER } from "../../../ground/core/vocabulary.ts";

/** The link whose code was downloaded for print, but which people reach from a newsletter. */
export const UNSCANNED_LINK = "Newsletter October";

/** The link whose page was taken off the web, and how long ago. Names of this kind never exist. */
const BROKEN_LINK = "Poster, spring tasting";
const BROKEN_FOR = 3 * DAY_MS;

/** The links that one step checks at most. */
const CHECKED = 1_000;

/** Results of the weekly checks of the season's destinations, one of which is broken. */
export async function addSeasonChecks(
  linkIds: ReadonlyMap<unknown, string>,
  now: Date,
  db: D1Database,
): Promise<void> {
  const health = healthStore(db);
  const ours = new Set(linkIds.values());
  const [next, since] = [
    new Date(now.getTime() + 7 * DAY_MS),
    new Date(now.getTime() - BROKEN_FOR).toISOString(),
  ];
  // The first step adds checks of links, some at a time. Leases end at once, so that other links are checked as usual.
  for (let step = 0; step <= ours.size; step++) {
    const due = (await health.take(now, now, next, CHECKED)).filter(({ linkId }) => ours.has(linkId));
    const results = due.map(({ linkId, url }) => {
      const isBroken = linkId === linkIds.get(BROKEN_LINK);
      const failed = isBroken ? since : null;
      const checked: Checked = {
        ...{ outcome: isBroken ? "gone" : "fine", status: isBroken ? null : 200, redirects: [] },
      };
      return { linkId, url, checked, checkedAt: now, failingSince: failed, brokenAt: failed, dueAt: next };
    });
    await health.store(results, now);
  }
}

/** Thresholds of the season, one of which is reached, and an alert of a printed code that nobody scans. */
export async function addSeasonAlerts(
  owner: MemberActor,
  { projectId, linkId }: { projectId: string; linkId: string },
  now: Date,
  db: D1Database,
): Promise<void> {
  const dependencies = {
    thresholds: thresholdStore(db),
    visitReports: visitReportStore(db),
    projects: projectStore(db),
    now: () => now,
  };
  const add = (of: { linkId: string } | { projectId: string }, at: number) =>
    createThreshold(owner, { ...of, counts: "all", at, idempotency: null }, dependencies);
  await add({ projectId }, 10_000);
  await add({ projectId }, 1_000_000);
  await add({ linkId }, 100_000);
  await recordReachedThresholds({ db, now: () => now });
  const code = { linkId, identifier: DEFAULT_QR_IDENTIFIER };
  await qrCodeStore(db, codeChangeOfLink).noteDownload([code], new Date(now.getTime() - 16 * DAY_MS));
  // The last time at which the service would have found it.
  const due = new Date(`${dayOf(new Date(now.getTime() - DAY_MS))}T16:00:00.000Z`);
  await recordDailyAlerts({ db, due });
}
