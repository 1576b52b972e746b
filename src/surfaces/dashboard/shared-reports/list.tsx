import { listSchedules } from "../../../extras/reports/manage-schedule.ts";
import type { Schedule } from "../../../extras/reports/schedule-store.ts";
import { listSharedReports } from "../../../features/visits/manage-shared-reports.ts";
import { isReadable, type SharedReport } from "../../../features/visits/shared-report.ts";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import { listPage } from "../components/list-page.tsx";
import { PAGE_SIZE } from "../layout/forms.ts";

/** The list of reports, newest first. */
export const showReports = listPage({
  tab: "Reports",
  title: "Reports",
  caption: "Reports, newest first",
  async load({ var: { workspace, dependencies } }, cursor) {
    const [page, schedules] = await Promise.all([
      listSharedReports(workspace.actor, { limit: PAGE_SIZE, cursor }, dependencies),
      listSchedules(workspace.actor, dependencies),
    ]);
    return { ...page, schedules };
  },
  rows: ({ reports }) => reports,
  next: ({ nextCursor }) => nextCursor,
  columns: ["Name", "State", "By mail", "Last sent", "Shared"],
  cells: (report, { schedules }, { var: { workspace, dependencies } }) => [
    <a href={`${workspace.base}/reports/${report.id}`}>
      <bdi>{report.name}</bdi>
    </a>,
    <State report={report} now={dependencies.now()} />,
    <ByMail schedule={report.revokedAt === null ? schedules.get(report.id) : undefined} />,
    <Time at={schedules.get(report.id)?.lastSentAt ?? null} none="–" date />,
    <Time at={report.createdAt} date />,
  ],
  add: { path: "/visits", label: "Choose a view to share" },
  about: () => "Share visits with people who can't sign in: choose a period and filters, then select Share.",
  empty: () => "No reports yet",
  messages: {
    revoked: "The report was revoked. Its link no longer works.",
    already: "This report was already revoked.",
  },
});

const ByMail = ({ schedule }: { schedule: Schedule | undefined }) =>
  schedule ? (
    <>
      {schedule.cadence === "weekly" ? "Weekly" : "Monthly"} <small>{reachText(schedule)}</small>
    </>
  ) : (
    <span class="quiet">–</span>
  );

/** How many recipients get a report. */
export const reachText = ({ reached, recipients: { length } }: Schedule): string =>
  `to ${reached === length ? "" : `${reached} of `}${length} ${length === 1 ? "recipient" : "recipients"}`;

/** Whether a report can be read. */
export const State = ({ report, now }: { report: SharedReport; now: Date }) => {
  if (report.revokedAt !== null) return <Badge kind="bad">Revoked</Badge>;
  if (!isReadable(report, now)) return <Badge kind="quiet">Expired</Badge>;
  return (
    <>
      <Badge kind="good">Active</Badge>
      {report.expiresAt && (
        <small>
          {" "}
          until <Time at={report.expiresAt} />
        </small>
      )}
    </>
  );
};
