import { getSharedReport, revokeSharedReport } from "../../visits/manage-shared-reports.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

const reportId = (c: DashboardContext): { id: string } => ({ id: c.req.param("report") ?? "" });

/** Revokes a shared report, after asking. */
export const revocation: FormScreen<SharedReport> = {
  load: (c) => getSharedReport(c.var.place.actor, reportId(c), c.var.dependencies),
  page: (c, report, _, problems) => (
    <RevokeReportPage place={c.var.place} report={report} problems={problems} />
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    const { already } = await revokeSharedReport(place.actor, reportId(c), dependencies);
    return seeOther(`${place.base}/visits/shared?done=${already ? "already" : "revoked"}`);
  },
};

/** Asks before a report is revoked, and says what will happen. */
export const RevokeReportPage = ({
  place,
  report,
  problems,
}: {
  place: Place;
  report: SharedReport;
  problems: FormProblems;
}) => {
  const path = `${place.base}/visits/shared`;
  return (
    <Screen place={place} here="Visits" title="Revoke a report?">
      <div class="sheet narrow">
        <p>
          Nobody can read{" "}
          <strong>
            <bdi>{report.name}</bdi>
          </strong>{" "}
          at its address any more. This cannot be undone; the view can be shared anew at another address.
        </p>
        <Form action={`${path}/${report.id}/revoke`} problem={problems.form}>
          <Actions>
            <Button emphasis="danger">Revoke the report</Button>
            <LinkButton href={path}>Keep the report</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
