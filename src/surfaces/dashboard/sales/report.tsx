import { getSalesReport, type ListedSalesReport } from "../../../extras/sales/manage-sales-reports.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { mayManageSales } from "../../../features/access/sales-permissions.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Address, Facts, Time } from "../components/facts.tsx";
import { nameless } from "../labels/changes.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import css from "./sales.css";
import { daysText, networkText, reportIdIn, reportIdPath } from "./sales-view.ts";
import { TotalsTable } from "./totals-table.tsx";

/** Whether a report counts. */
export const ReportState = ({ state, counts }: Pick<ListedSalesReport, "state" | "counts">) => {
  if (state === "draft") return <Badge kind="warn">To confirm</Badge>;
  if (state === "undone") return <Badge kind="quiet">Undone</Badge>;
  return counts ? <Badge kind="good">Counts</Badge> : <Badge kind="quiet">Replaced</Badge>;
};

/** When somebody did something, and who. */
const By = ({
  at,
  id,
  email,
  actor,
}: {
  at: string | null;
  id: string | null;
  email: string | null;
  actor: MemberActor;
}) => (
  <>
    <Time at={at} /> by {email === null ? nameless(actor, id ?? "").toLowerCase() : <Address text={email} />}
  </>
);

/** A report that was confirmed: what is in it, and whether it counts. */
export async function showReport(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { report, people, totals } = await getSalesReport(workspace.actor, reportIdIn(c), dependencies);
  const { fileName, firstDay, lastDay, rowCount, unknownRows, state } = report;
  return pageResponse(
    <Screen
      workspace={workspace}
      tab="Sales"
      title={fileName}
      heading={<bdi>{fileName}</bdi>}
      styles={[STYLE]}
      actions={
        state === "confirmed" &&
        mayManageSales(workspace.actor) && (
          <LinkButton href={`${workspace.base}${reportIdPath(report.id)}/undo`}>Undo</LinkButton>
        )
      }
    >
      <div class="sheet">
        <Facts
          facts={[
            ["State", <ReportState {...report} />],
            ["Network", <bdi>{networkText(report)}</bdi>],
            ["Days", firstDay !== null && lastDay !== null && daysText(firstDay, lastDay)],
            ["Rows", count(rowCount)],
            ["Not of your links", unknownRows > 0 && count(unknownRows)],
            [
              "Confirmed",
              <By
                actor={workspace.actor}
                at={report.confirmedAt}
                id={report.confirmedBy}
                email={people.confirmedBy}
              />,
            ],
            [
              "Undone",
              state === "undone" && (
                <By
                  actor={workspace.actor}
                  at={report.undoneAt}
                  id={report.undoneBy}
                  email={people.undoneBy}
                />
              ),
            ],
            ["Deleted", report.expiresAt !== null && <Time at={report.expiresAt} date />],
          ]}
        />
        <TotalsTable caption="Sales in the report" rows={totals} />
        <p class="hint">
          All sales of the file, also of days that a later report replaced.{" "}
          <a href={`${workspace.base}/sales`}>All reports</a>
        </p>
      </div>
    </Screen>,
  );
}

const STYLE = stylesheet(css);
