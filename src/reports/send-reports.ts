import type { BrandStore } from "../brands/brand-store.ts";
import { DAY_MS } from "../core/days.ts";
import { ServiceError } from "../core/errors.ts";
import type { LinkAttentionStore } from "../links/attention-store.ts";
import type { MailSender, NewMail } from "../mail/mail.ts";
import type { RecipientStore } from "../mail/recipient-store.ts";
import type { Log } from "../platform/log.ts";
import type { ReportDependencies } from "../visits/get-visit-report.ts";
import { isReadable, readSharedReport, type SharedReport } from "../visits/shared-report.ts";
import type { SharedReportStore } from "../visits/shared-report-store.ts";
import { lengthOf } from "../visits/visit-range.ts";
import { type MailedContent, reportMail } from "./report-mail.ts";
import { causeOf, type Days, lastPeriod, nextTime, type Schedule } from "./schedule.ts";
import type { ScheduleStore } from "./schedule-store.ts";

/** The most reports of a run: each reads the counters. */
const MAX_REPORTS = 2;
const MAX_PROBLEMS = 5;
/** Links that end within this time need attention. */
const ENDING_MS = 14 * DAY_MS;

/** What mailing a report uses. */
export interface MailingDependencies
  extends Pick<ReportDependencies, "visitReports" | "zones" | "taggedLinks" | "now"> {
  schedules: ScheduleStore;
  sharedReports: SharedReportStore;
  recipients: RecipientStore;
  brands: BrandStore;
  linkAttention: LinkAttentionStore;
  mailSender: MailSender | null;
  log: Log;
}

/** The report as it is mailed: of these days, compared with the month or the week before unless its view says otherwise. */
export function reportOfDays(shared: SharedReport, { from, to }: Days): SharedReport {
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
  const content = await contentOf(reportOfDays(report, days), dependencies);
  const cause = causeOf(report.id, days, once);
  return recipients.map((recipient) => ({
    ...{ organizationId, recipientId: recipient.id, kind: "report", cause },
    content: reportMail(content, recipient),
  }));
}

async function contentOf(shared: SharedReport, dependencies: MailingDependencies): Promise<MailedContent> {
  const { organizationId } = shared;
  const report = await readSharedReport(shared, dependencies);
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const projects = projectId === null ? (shared.view.projects ?? ("all" as const)) : [projectId];
  const scope = { organizationId, projects };
  const now = dependencies.now();
  const soon = { from: now, before: new Date(now.getTime() + ENDING_MS) };
  const [brand, problems, ending] = await Promise.all([
    projectId === null ? null : dependencies.brands.find({ organizationId, projectId }),
    dependencies.linkAttention.problems(scope, MAX_PROBLEMS),
    dependencies.linkAttention.ending(scope, soon, MAX_PROBLEMS),
  ]);
  return { shared, report, brand: brand?.brand ?? null, problems, ending };
}

/**
 * Job: queues the mails of the reports that are due, for the last whole week or month. The mails and the next time are one
 * transaction, and a recipient has one mail for a report and its days, so that a period is sent once whatever runs twice or dies.
 */
export async function sendReports(dependencies: MailingDependencies): Promise<void> {
  const { schedules, sharedReports, zones, mailSender, log } = dependencies;
  const now = dependencies.now();
  if (mailSender === null) return;
  for (const schedule of await schedules.due(now, MAX_REPORTS)) {
    const { reportId, organizationId, cadence } = schedule;
    const zone = await zones.find(organizationId);
    // Later than planned if the organization has moved to a time zone further west.
    const time = nextTime(cadence, zone, new Date(Date.parse(schedule.nextAt) - DAY_MS));
    if (time > now) {
      await schedules.advance(schedule, [], time, now);
      continue;
    }
    const report = await sharedReports.find(reportId);
    const days = lastPeriod(cadence, zone, now);
    let mails: NewMail[] = [];
    try {
      if (report && isReadable(report, now)) mails = await mailsOf(schedule, report, days, "", dependencies);
    } catch (cause) {
      // Such as a filter for a link that is gone: the next period is tried again. When D1 is down, so is the next statement.
      if (!(cause instanceof ServiceError) || cause.code === "service_unavailable") throw cause;
      log("error", "report mail", { reportId, cause });
    }
    await schedules.advance(schedule, mails, nextTime(cadence, zone, now), now);
  }
}
