import { recordDailyAlerts } from "../../../extras/alerts/daily-alerts.ts";
import { eventStore } from "../../../extras/events/event-store.ts";
import { BROKEN_DESTINATIONS, healthStore } from "../../../extras/health/health-store.ts";
import type { Checked } from "../../../extras/health/outcome.ts";
import { mailStore } from "../../../extras/mail/mail-store.ts";
import { recipientStore } from "../../../extras/mail/recipient-store.ts";
import { sendNow, setSchedule } from "../../../extras/reports/manage-schedule.ts";
import { scheduleStore } from "../../../extras/reports/schedule-store.ts";
import { deliveryStore } from "../../../extras/webhooks/delivery-store.ts";
import { createWebhook } from "../../../extras/webhooks/manage-webhooks.ts";
import { secretBox } from "../../../extras/webhooks/secrets.ts";
import { webhookStore } from "../../../extras/webhooks/webhook-store.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { memberStore } from "../../../features/access/member-store.ts";
import { zoneStore } from "../../../features/access/organization.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import { linkAttentionStore } from "../../../features/links/attention-store.ts";
import { codeChangeOfLink } from "../../../features/links/change-statements.ts";
import { taggedLinks } from "../../../features/links/tag-store.ts";
import { qrCodeStore } from "../../../features/qr-codes/qr-code-store.ts";
import { visitReportStore } from "../../../features/visits/report-store.ts";
import { shareReport } from "../../../features/visits/share-report.ts";
import { sharedReportStore } from "../../../features/visits/shared-report-store.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../../ground/core/days.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { DEFAULT_QR_IDENTIFIER } from "../../../ground/core/vocabulary.ts";
import { log } from "../../../ground/platform/log.ts";

const SHOWN = 8;

/** A webhook of the season whose server was down for a while: some events were sent again, and one was given up. */
export async function addSeasonWebhook(
  owner: MemberActor,
  projectId: string,
  now: Date,
  { db, origins, key }: { db: D1Database; origins: Origins; key: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const { organizationId } = owner;
  const deliveries = deliveryStore(db);
  const stores = { webhooks: webhookStore(db), projects: projectStore(db), domains: domainStore(db) };
  const url = "https://hooks.maple-and-pine.example/links";
  const input = { url, projectId, description: "Shop system", idempotency: null };
  const dependencies = { ...stores, secretBox: secretBox(key), origins, routes: null, now: () => now };
  const { webhook } = madeBy(await createWebhook(owner, input, dependencies));
  const filter = { types: ["link.created", "link.status_changed"] as const, projects: [projectId] };
  const { events } = await eventStore(db).after(organizationId, 0, filter, SHOWN);
  for (const { id, type } of events) await deliveries.deliver(webhook, { id, eventType: type }, now);
  // The lease ends with its beginning: what the service itself delivers is not held up.
  const leased = (await deliveries.lease("demo", now, now, 1_000)).find(({ id }) => id === webhook.id);
  if (!leased) return;
  const outcomes = events.map(({ id }, index) => {
    const isLost = index === 1;
    const attempts = isLost ? 17 : index < 4 ? 3 : 1;
    const attempt = isLost
      ? { status: 503, ms: 20, response: "Service Unavailable" }
      : { status: 200, ms: 110 + 17 * index, response: '{"received":true}' };
    const state = isLost ? ("failed" as const) : ("delivered" as const);
    const at = new Date(now.getTime() - (SHOWN - index) * HOUR_MS).toISOString();
    return { id, state, attempts, nextAttemptAt: null, at, attempt };
  });
  const health = { failures: 0, failingSince: null, notBefore: null, disabledBecause: null };
  await deliveries.record(leased, outcomes, health, now);
}

/** The address that the demo asks to confirm. */
export const SEASON_CLIENT = "client@maple-and-pine.example";

/** A report of the season that its owner gets every month, and a client once they confirm. The last month is sent now. */
export async function addSeasonReport(
  owner: MemberActor,
  projectId: string,
  now: Date,
  { db, origins }: { db: D1Database; origins: Origins },
): Promise<void> {
  const members = memberStore(db);
  const dependencies = {
    ...{ db, log, now: () => now, projects: projectStore(db) },
    ...{ zones: zoneStore(db, () => now), taggedLinks: taggedLinks(db), visitReports: visitReportStore(db) },
    ...{ sharedReports: sharedReportStore(db), linkAttention: linkAttentionStore(db, [BROKEN_DESTINATIONS]) },
    ...{ schedules: scheduleStore(db), recipients: recipientStore(db), mails: mailStore(db) },
    // The service that sends the mail has its own.
    mailSender: { name: "Demo", email: "reports@demo.example" },
  };
  const view = { filter: { projectId }, period: { days: 30 }, interval: "day" } as const;
  const note = "Neck tags are in 40 stores now, and scans of the bottle are up.\nNext month: the gift box.";
  const input = { name: "Maple & Pine: our season", note, view, expiresAt: null, idempotency: null };
  const { id } = madeBy(await shareReport(owner, input, dependencies));
  const { email = "" } = (await members.find(owner.id)) ?? {};
  const schedule = { id, cadence: "monthly", addresses: [email, SEASON_CLIENT], language: "en" } as const;
  await setSchedule(owner, { ...schedule, origin: origins.api }, dependencies);
  await sendNow(owner, { id }, dependencies);
}

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

/** An alert of a printed code that nobody scans. */
export async function addSeasonAlerts(linkId: string, now: Date, db: D1Database): Promise<void> {
  const code = { linkId, identifier: DEFAULT_QR_IDENTIFIER };
  await qrCodeStore(db, codeChangeOfLink).noteDownload([code], new Date(now.getTime() - 16 * DAY_MS));
  // The last time at which the service would have found it.
  const due = new Date(`${dayOf(new Date(now.getTime() - DAY_MS))}T16:00:00.000Z`);
  await recordDailyAlerts({ db, due });
}
