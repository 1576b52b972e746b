import { getProject } from "../../../features/access/get-projects.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { getVisitReport, type VisitReport } from "../../../features/visits/get-visit-report.ts";
import { SHARE_SCOPE, shareReport } from "../../../features/visits/share-report.ts";
import { rangeInputOf } from "../../../features/visits/visit-range.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { type VisitQuery, visitQueryIn } from "../visit-report/visit-query.ts";
import { NewReportPage, reportFieldsIn, ShareFormPage, ShownBeforePage } from "./share-pages.tsx";

/** The view of the URL, which will be shared. */
interface View {
  query: VisitQuery;
  report: VisitReport;
  project: Project | null;
}

async function queryIn(c: DashboardContext): Promise<VisitQuery> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  return visitQueryIn(new URL(c.req.url).searchParams, zone.dayOf(dependencies.now()));
}

/** Shares a view of visits with people who can't sign in. The response shows its link once. */
export const sharing: FormScreen<View> = {
  fields: ["name", "note", "expiresAt"],
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireScope(workspace.actor, SHARE_SCOPE);
    const query = await queryIn(c);
    const range = rangeInputOf(query.period, query.interval);
    const input = { ...range, filter: query.filter, by: [] };
    const report = await getVisitReport(workspace.actor, input, dependencies);
    const { projectId } = query.filter;
    const project =
      projectId === undefined ? null : await getProject(workspace.actor, { projectId }, dependencies);
    return { query, report, project };
  },
  page: (c, view, values, problems) => (
    <ShareFormPage workspace={c.var.workspace} {...view} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { workspace, dependencies, origins } = c.var;
    const { filter, period, interval, compare } = await queryIn(c);
    const input = {
      ...reportFieldsIn(values),
      view: { filter, period, interval, compare },
      idempotency: await idempotentForm(c, values, ({ id }: { id: string }) => id),
    };
    const result = await shareReport(workspace.actor, input, dependencies);
    if (result.kind === "replayed")
      return pageResponse(<ShownBeforePage workspace={workspace} id={result.receipt} />);
    const address = `${origins.api}/shared/${result.value.token}`;
    return pageResponse(<NewReportPage workspace={workspace} report={result.value} address={address} />);
  },
};
