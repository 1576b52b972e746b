import { getSharedReport, revokeSharedReport } from "../../visits/manage-shared-reports.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { RevokeReportPage } from "./shared-list-page.tsx";

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
