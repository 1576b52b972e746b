import { isReadable, reportNotFound, type SharedReport } from "../../features/visits/shared-report.ts";
import type { SharedReportStore } from "../../features/visits/shared-report-store.ts";
import { isToken, tokenHash } from "../../ground/core/token.ts";
import type { MailStore } from "../mail/mail-store.ts";
import { reportOfCause } from "./schedule.ts";
import { reportOfDays } from "./send-reports.ts";

/**
 * The report that a mail with this token has, of the days and in the language of that mail: while the report is shared, and its recipient gets mail.
 * Throws `not_found` and `service_unavailable`.
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
