import { getSchedule } from "../../../extras/reports/manage-schedule.ts";
import { readContent } from "../../../extras/reports/report-mail.ts";
import { changeSharedReport } from "../../../features/visits/manage-shared-reports.ts";
import { isReadable } from "../../../features/visits/shared-report.ts";
import { LinkButton } from "../components/actions.tsx";
import { formPage } from "../components/form-page.tsx";
import { Done } from "../components/notice.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { visitHref } from "../visit-report/visit-query.ts";
import { State } from "./list.tsx";
import { loadReport, reportId } from "./report-actions.tsx";
import { SchedulePanel } from "./schedule.tsx";
import { REPORT_FIELDS, reportFields } from "./share-pages.tsx";
import { sharedCsv } from "./shared.tsx";
import { partsIn, REPORT_STYLES, Sender, SharedContent } from "./shared-content.tsx";

const MESSAGES = {
  changed: "The report was changed.",
  scheduled: "The report is sent by mail. New addresses get a mail that asks them to confirm.",
  unscheduled: "The report is no longer sent.",
  sent: "The report is on its way to everyone who gets mail.",
  "not-sent": "Nothing was sent: nobody gets mail, or it was sent within this hour.",
};

/** A report as its readers see it, for the members who manage it: without its token, also after its end. */
export async function showReport(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { report, ...schedule } = await getSchedule(workspace.actor, reportId(c), dependencies);
  const path = `${workspace.base}/reports/${report.id}`;
  const read = await readContent(report, dependencies);
  const content = { ...read, csv: `${path}/table.csv`, parts: await partsIn(read, "en") };
  return pageResponse(
    <Screen
      workspace={workspace}
      tab="Reports"
      title={report.name}
      heading={<bdi>{report.name}</bdi>}
      styles={REPORT_STYLES}
      actions={report.revokedAt === null && <LinkButton href={`${path}/change`}>Change</LinkButton>}
    >
      <Done c={c} messages={MESSAGES} />
      <p class="screen-only">
        <State report={report} now={dependencies.now()} />{" "}
        <a href={visitHref(`${workspace.base}/visits`, { ...report.view, ownInterval: true })}>
          Open in Visits
        </a>
        {report.revokedAt === null && (
          <>
            {" · "}
            <a href={`${path}/address`}>New address</a>
            {" · "}
            <a href={`${path}/revoke`}>Revoke</a>
          </>
        )}
      </p>
      {report.revokedAt === null && (
        <SchedulePanel
          {...{ ...schedule, path, isOff: dependencies.mailSender === null }}
          isOver={!isReadable(report, dependencies.now())}
        />
      )}
      <div class="report">
        <Sender {...content} />
        <SharedContent {...content} />
      </div>
    </Screen>,
  );
}

/** A table of a report as CSV, as its readers get it. */
export const showReportCsv = async (c: DashboardContext): Promise<Response> =>
  sharedCsv(c, await loadReport(c));

/** Changes the name, note and end of a report. */
export const change = formPage({
  tab: "Reports",
  title: "Change the report",
  fields: REPORT_FIELDS,
  load: loadReport,
  initial: ({ name, note, expiresAt, view }) => ({
    name,
    note,
    expiresAt: expiresAt?.slice(0, 10) ?? "",
    language: view.language ?? "",
    ...(view.sales && { sales: "1" }),
  }),
  content: reportFields,
  button: "Save",
  back: ({ id }) => `/reports/${id}`,
  async save(c, fields) {
    const { id } = reportId(c);
    await changeSharedReport(c.var.workspace.actor, { id, ...fields }, c.var.dependencies);
    return `/reports/${id}?done=changed`;
  },
});
