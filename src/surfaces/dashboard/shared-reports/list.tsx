import { listSchedules } from "../../../extras/reports/manage-schedule.ts";
import type { Schedule } from "../../../extras/reports/schedule.ts";
import { listSharedReports } from "../../../features/visits/manage-shared-reports.ts";
import { isReadable, type SharedReport } from "../../../features/visits/shared-report.ts";
import { LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";

const MESSAGES = {
  revoked: "The report was revoked. Its link no longer works.",
  already: "This report was already revoked.",
};

/** The list of reports, newest first. */
export async function showReports(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const [isFirst, now] = [cursor === undefined, dependencies.now()];
  const [page, schedules] = await Promise.all([
    listSharedReports(workspace.actor, { limit: PAGE_SIZE, cursor }, dependencies),
    listSchedules(workspace.actor, dependencies),
  ]);
  const path = `${workspace.base}/reports`;
  const share = <LinkButton href={`${workspace.base}/visits`}>Choose a view to share</LinkButton>;
  const isEmpty = page.reports.length === 0 && isFirst;
  return pageResponse(
    <Screen workspace={workspace} here="Reports" title="Reports" actions={!isEmpty && share}>
      <Done done={c.req.query("done")} messages={MESSAGES} />
      {isEmpty ? (
        <Empty title="No reports yet" action={share}>
          Share visits with people who can't sign in: choose a period and filters, then select Share.
        </Empty>
      ) : (
        <Table
          caption="Reports, newest first"
          columns={["Name", "State", "By mail", "Last sent", "Shared"]}
          rows={page.reports.map((report) => [
            <a href={`${path}/${report.id}`}>
              <bdi>{report.name}</bdi>
            </a>,
            <State report={report} now={now} />,
            <ByMail schedule={report.revokedAt === null ? schedules.get(report.id) : undefined} />,
            <Time at={schedules.get(report.id)?.lastSentAt ?? null} none="–" date />,
            <Time at={report.createdAt} date />,
          ])}
        />
      )}
      <Paging
        first={isFirst ? null : path}
        next={page.nextCursor === null ? null : `${path}?cursor=${encodeURIComponent(page.nextCursor)}`}
      />
    </Screen>,
  );
}

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
