import { BROKEN_DESTINATIONS } from "../../../extras/health/health-store.ts";
import { mailStore } from "../../../extras/mail/mail-store.ts";
import { recipientStore } from "../../../extras/mail/recipient-store.ts";
import { sendNow, setSchedule } from "../../../extras/reports/manage-schedule.ts";
import { scheduleStore } from "../../../extras/reports/schedule-store.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { memberStore } from "../../../features/access/member-store.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { zoneStore } from "../../../features/access/zone-store.ts";
import { linkAttentionStore } from "../../../features/links/attention-store.ts";
import { taggedLinks } from "../../../features/links/tag-store.ts";
import { visitReportStore } from "../../../features/visits/report-store.ts";
import { shareReport } from "../../../features/visits/share-report.ts";
import { sharedReportStore } from "../../../features/visits/shared-report-store.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { log } from "../../../ground/platform/log.ts";

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
