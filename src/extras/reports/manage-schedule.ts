import type { MemberActor } from "../../features/access/actor.ts";
import { accessActivity } from "../../features/access/key-activity.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { getSharedReport } from "../../features/visits/manage-shared-reports.ts";
import { SHARE_SCOPE } from "../../features/visits/share-report.ts";
import { isReadable, reportNotFound, type SharedReport } from "../../features/visits/shared-report.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { Recipient } from "../mail/mail.ts";
import type { MailStore, StoredMail } from "../mail/mail-store.ts";
import { addRecipients } from "../mail/recipient-store.ts";
import { type Cadence, lastPeriod, nextTime, type Schedule, type ScheduleStore } from "./schedule-store.ts";
import { type MailingDependencies, mailsOf } from "./send-reports.ts";

const MAX_REPORT_RECIPIENTS = 30;
/** How many of the newest mails of a report are read. */
const MAX_MAILS = 100;

/** A report's schedule with its recipients, each with the newest mail. */
export interface ReportSchedule {
  report: SharedReport;
  /** Null: the report is not sent. */
  schedule: Schedule | null;
  recipients: (Recipient & { mail: StoredMail | undefined })[];
}

type Dependencies = MailingDependencies & { mails: MailStore };

/** The schedule of a report that the member manages. Throws what `getSharedReport` throws. */
export async function getSchedule(
  actor: MemberActor,
  { id }: { id: string },
  dependencies: Dependencies,
): Promise<ReportSchedule> {
  const report = await getSharedReport(actor, { id }, dependencies);
  const { organizationId } = report;
  const [schedules, all, mails] = await Promise.all([
    dependencies.schedules.list(organizationId),
    dependencies.recipients.list(organizationId),
    dependencies.mails.latest(organizationId, id, MAX_MAILS),
  ]);
  const schedule = schedules.find(({ reportId }) => reportId === id) ?? null;
  const recipients = all
    .filter((each) => schedule?.recipients.includes(each.id))
    .map((each) => ({ ...each, mail: mails.find(({ recipientId }) => recipientId === each.id) }));
  return { report, schedule, recipients };
}

/** The schedules of the organization's reports by report. */
export async function listSchedules(
  actor: MemberActor,
  { schedules }: { schedules: ScheduleStore },
): Promise<ReadonlyMap<string, Schedule>> {
  requireScope(actor, SHARE_SCOPE);
  return new Map((await schedules.list(actor.organizationId)).map((each) => [each.reportId, each]));
}

interface ScheduleInput {
  id: string;
  /** Null: the report is no longer sent. */
  cadence: Cadence | null;
  addresses: readonly string[];
  /** Of the mail to addresses that are new to the report. */
  language: PageLanguage;
  origin: string;
}

/**
 * Has a report sent by mail, or ends that. New addresses that are not members' are asked for confirmation. Throws what
 * `getSharedReport` and `addRecipients` throw.
 */
export async function setSchedule(
  actor: MemberActor,
  { id, cadence, addresses, ...input }: ScheduleInput,
  dependencies: Dependencies,
): Promise<void> {
  const now = dependencies.now();
  const { report, ...before } = await getSchedule(actor, { id }, dependencies);
  if (!isReadable(report, now)) throw reportNotFound();
  const trimmed = [...new Set(addresses.map((address) => address.trim()))].filter(Boolean);
  if (cadence !== null && (trimmed.length === 0 || trimmed.length > MAX_REPORT_RECIPIENTS)) {
    const message = `must be 1 to ${MAX_REPORT_RECIPIENTS} email addresses, one per line`;
    throw validationFailed([{ field: "recipients", message }]);
  }
  // Others keep their language. Who could not be asked is asked again.
  const kept = new Map(
    before.recipients.flatMap(({ email, id: known, problem }) =>
      email === null || problem === "not_asked" ? [] : [[email, known]],
    ),
  );
  const of = (address: string) => kept.get(address.toLowerCase());
  const added =
    cadence === null
      ? []
      : await addRecipients(
          actor,
          { addresses: trimmed.filter((each) => !of(each)), ...input },
          dependencies,
        );
  const recipients = [
    ...new Set([...trimmed.flatMap((each) => of(each) ?? []), ...added.map((each) => each.id)]),
  ];
  const { organizationId } = report;
  const isSame =
    cadence === (before.schedule?.cadence ?? null) &&
    recipients.join() === (before.schedule?.recipients ?? []).join();
  if (isSame) return;
  const zone = await dependencies.zones.find(organizationId);
  const schedule = cadence && {
    reportId: id,
    organizationId,
    cadence,
    recipients,
    nextAt: nextTime(cadence, zone, now).toISOString(),
  };
  const [from, to] = [before.schedule, schedule].map(
    (each) => each && `${each.cadence}, ${each.recipients.length}`,
  );
  const change = { field: "mail", ...(from && { from }), ...(to && { to }) };
  const author = { actor, at: now.toISOString() };
  const activity = accessActivity(author, organizationId, { type: "shared_report", id }, [change]);
  await dependencies.schedules.put(id, schedule, activity);
}

/**
 * Sends the report of the last whole week or month to its recipients, besides the schedule and once an hour. Returns to how many.
 * Throws what `getSharedReport` throws, and `not_found` without a schedule.
 */
export async function sendNow(
  actor: MemberActor,
  { id }: { id: string },
  dependencies: Dependencies,
): Promise<number> {
  const now = dependencies.now();
  const { report, schedule } = await getSchedule(actor, { id }, dependencies);
  if (!schedule || !isReadable(report, now)) throw reportNotFound();
  const zone = await dependencies.zones.find(report.organizationId);
  const hour = `hour-${Math.floor(now.getTime() / HOUR_MS)}`;
  const mails = await mailsOf(schedule, report, lastPeriod(schedule.cadence, zone, now), hour, dependencies);
  return dependencies.schedules.queue(mails, now);
}
