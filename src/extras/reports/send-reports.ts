import type { Projects } from "../../features/access/actor.ts";
import type { ProjectStore } from "../../features/access/project-store.ts";
import type { LinkAttentionStore } from "../../features/links/attention-store.ts";
import type { ReportDependencies } from "../../features/visits/get-visit-report.ts";
import type { ReadReportPart } from "../../features/visits/report-part.ts";
import { isReadable, reportNotFound, type SharedReport } from "../../features/visits/shared-report.ts";
import type { SharedReportStore } from "../../features/visits/shared-report-store.ts";
import { lengthOf } from "../../features/visits/visit-range.ts";
import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { isToken, tokenHash } from "../../ground/core/ids.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { MailSender, NewMail } from "../mail/mail.ts";
import type { MailStore } from "../mail/mail-store.ts";
import type { RecipientStore } from "../mail/recipient-store.ts";
import { type ReportAttention, readContent, reportMail } from "./report-mail.ts";
import {
  causeOf,
  type Days,
  lastPeriod,
  nextTime,
  reportOfCause,
  type Schedule,
  type ScheduleStore,
} from "./schedule-store.ts";

/** The most reports of a run: each reads the counters. */
const MAX_REPORTS = 2;
/** When a report is tried again whose run failed or died. */
const RETRY_MS = HOUR_MS / 2;
const MAX_PROBLEMS = 5;
/** Links that end within this time need attention. */
const ENDING_MS = 14 * DAY_MS;

export interface MailingDependencies
  extends Pick<ReportDependencies, "visitReports" | "zones" | "taggedLinks" | "now"> {
  schedules: ScheduleStore;
  sharedReports: SharedReportStore;
  recipients: RecipientStore;
  projects: ProjectStore;
  linkAttention: LinkAttentionStore;
  reportParts: readonly ReadReportPart[];
  mailSender: MailSender | null;
  log: Log;
}

/** The report as it is mailed: of these days, compared with the month or the week before unless its view says otherwise. */
function reportOfDays(shared: SharedReport, { from, to }: Days): SharedReport {
  const isMonth = lengthOf({ from, to }) > 7;
  const { compare = "previous" } = shared.view;
  return {
    ...shared,
    view: {
      ...shared.view,
      period: { from, to },
      interval: isMonth ? "week" : "day",
      compare: isMonth && compare === "previous" ? "month" : compare,
    },
  };
}

/** The mails with a report of these days, one for each recipient. `once`: see `causeOf`. */
export async function mailsOf(
  schedule: Pick<Schedule, "organizationId" | "recipients">,
  report: SharedReport,
  days: Days,
  once: string,
  dependencies: MailingDependencies,
): Promise<NewMail[]> {
  const { organizationId } = schedule;
  const recipients = (await dependencies.recipients.list(organizationId)).filter(
    ({ id, problem }) => schedule.recipients.includes(id) && problem === null,
  );
  if (recipients.length === 0) return [];
  const content = await readContent(reportOfDays(report, days), dependencies);
  const cause = causeOf(report.id, days, once);
  const attention = new Map<string, Promise<ReportAttention>>();
  return Promise.all(
    recipients.map(async (recipient) => {
      const projects = common(content.projects, recipient.projects ?? []);
      const key = JSON.stringify(projects);
      // Only for members: others can't do anything about it.
      const found =
        recipient.projects && (attention.get(key) ?? attentionOf({ organizationId, projects }, dependencies));
      if (found) attention.set(key, found);
      const mail = await reportMail(content, recipient, await found);
      return { organizationId, recipientId: recipient.id, cause, content: mail };
    }),
  );
}

/** The projects that are among both. */
const common = (one: Projects, other: Projects): Projects =>
  one === "all" ? other : one.filter((id) => other === "all" || other.includes(id));

async function attentionOf(
  scope: { organizationId: string; projects: Projects },
  { linkAttention, now }: MailingDependencies,
): Promise<ReportAttention> {
  const soon = { from: now(), before: new Date(now().getTime() + ENDING_MS) };
  const [problems, ending] = await Promise.all([
    linkAttention.problems(scope, MAX_PROBLEMS),
    linkAttention.ending(scope, soon, MAX_PROBLEMS),
  ]);
  return { problems, ending };
}

/**
 * Job: queues the mails of the reports that are due, for the last whole week or month. The mails and the next time are one
 * transaction, and a recipient has one mail for a report and its days, so that a period is sent once whatever runs twice or dies.
 * A report that fails, or takes its run down, is tried again later and holds up no other.
 */
export async function sendReports(dependencies: MailingDependencies): Promise<void> {
  const { schedules, mailSender, now, log } = dependencies;
  if (mailSender === null) return;
  for (const schedule of await schedules.due(now(), MAX_REPORTS)) {
    try {
      await sendReport(schedule, dependencies);
    } catch (cause) {
      log("error", "report mail", { reportId: schedule.reportId, cause });
    }
  }
}

async function sendReport(schedule: Schedule, dependencies: MailingDependencies): Promise<void> {
  const { schedules, sharedReports, zones } = dependencies;
  const now = dependencies.now();
  const { reportId, organizationId, cadence } = schedule;
  const zone = await zones.find(organizationId);
  // Later than planned if the organization has moved to a time zone further west, or the report failed for two days.
  const time = nextTime(cadence, zone, new Date(Date.parse(schedule.nextAt) - 2 * DAY_MS));
  if (time > now) {
    await schedules.advance(schedule, [], time, now);
    return;
  }
  const retry = new Date(now.getTime() + RETRY_MS);
  if (!(await schedules.advance(schedule, [], retry, now))) return;
  const report = await sharedReports.find(reportId);
  const days = lastPeriod(cadence, zone, now);
  const mails =
    report && isReadable(report, now) ? await mailsOf(schedule, report, days, "", dependencies) : [];
  const claimed = { ...schedule, nextAt: retry.toISOString() };
  await schedules.advance(claimed, mails, nextTime(cadence, zone, now), now);
}

/**
 * The report that a mail with this token has, of the days and in the language of that mail: while the report is shared, and
 * its recipient gets mail. Throws `not_found`.
 */
export async function findMailedReport(
  token: string,
  { mails, sharedReports, now }: { mails: MailStore; sharedReports: SharedReportStore; now: () => Date },
): Promise<SharedReport> {
  const mail = isToken(token) ? await mails.findByToken(await tokenHash(token)) : null;
  const found = mail && mail.problem === null ? reportOfCause(mail.cause) : null;
  const report = found && (await sharedReports.find(found.reportId));
  if (!mail || !found || report?.organizationId !== mail.organizationId || !isReadable(report, now()))
    throw reportNotFound();
  const mailed = reportOfDays(report, found.days);
  // A page has room for each day of a month.
  return { ...mailed, view: { language: mail.language, ...mailed.view, interval: "day" } };
}
