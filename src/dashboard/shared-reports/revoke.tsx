import { getSharedReport, revokeSharedReport } from "../../visits/manage-shared-reports.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

/** The id in the path. */
export const reportId = (c: DashboardContext): { id: string } => ({ id: c.req.param("report") ?? "" });

/** Revokes a shared report after confirmation. */
export const revocation: FormScreen<SharedReport> = {
  load: (c) => getSharedReport(c.var.place.actor, reportId(c), c.var.dependencies),
  page: (c, report, _, problems) => (
    <RevokeReportPage place={c.var.place} report={report} problems={problems} />
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    const { already } = await revokeSharedReport(place.actor, reportId(c), dependencies);
    return seeOther(`${place.base}/reports?done=${already ? "already" : "revoked"}`);
  },
};

/** Asks for confirmation and explains the consequences. */
export const RevokeReportPage = ({
  place,
  report,
  problems,
}: {
  place: Place;
  report: SharedReport;
  problems: FormProblems;
}) => {
  const path = `${place.base}/reports`;
  return (
    <Screen place={place} here="Reports" title="Revoke a report?">
      <div class="sheet narrow">
        <p>
          Nobody can open{" "}
          <strong>
            <bdi>{report.name}</bdi>
          </strong>{" "}
          after you revoke it. This can't be undone, but you can share the view again with a new link.
        </p>
        <Form action={`${path}/${report.id}/revoke`} problem={problems.form}>
          <Actions>
            <Button emphasis="danger">Revoke the report</Button>
            <LinkButton href={`${path}/${report.id}`}>Keep the report</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
