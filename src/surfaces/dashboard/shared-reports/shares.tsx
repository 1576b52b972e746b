import { Hono } from "hono";
import { getProject } from "../../../features/access/get-projects.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { SHARE_SCOPE, shareReport } from "../../../features/visits/share-report.ts";
import { lengthOf, rangeInputOf } from "../../../features/visits/visit-range.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { Facts } from "../components/facts.tsx";
import { formPage } from "../components/form-page.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { searchOf } from "../layout/forms.ts";
import { comparisonName } from "../visit-report/periods.ts";
import { namedFilters } from "../visit-report/row-names.ts";
import { type VisitQuery, visitHref, visitQueryIn } from "../visit-report/visit-query.ts";
import { showReports } from "./list.tsx";
import { newAddress, revocation, sending } from "./report-actions.tsx";
import { change, showReport, showReportCsv } from "./report-page.tsx";
import { scheduling } from "./schedule.tsx";
import { NewReportPage, REPORT_FIELDS, reportFields, ShownBeforePage } from "./share-pages.tsx";

async function queryIn(c: DashboardContext): Promise<VisitQuery> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  return visitQueryIn(searchOf(c), zone.dayOf(dependencies.now()));
}

/** Shares the view of visits in the URL with people who can't sign in. The response shows its link once. */
const sharing = formPage({
  tab: "Visits",
  title: "Share this view",
  fields: REPORT_FIELDS,
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
  intro: ({ query: { period, compare, filter }, report, project }) => (
    <>
      <p>
        Anyone with the link can read this report without signing in. It shows public names of links (or
        names, if they have none or share a public name) and numbers, but no destinations or ids. You can
        revoke it at any time.
      </p>
      <Facts
        facts={[
          [
            "Period",
            "days" in period ? `Always the last ${period.days} days` : rangeName(report, report.zone),
          ],
          ["Compared with", compare && comparisonName(compare, lengthOf(period))],
          ["Project", project ? <bdi>{project.name}</bdi> : report.link ? null : "All projects"],
          ...namedFilters(filter, report.link, true).map(
            ({ label, value }) => [label, <bdi>{value}</bdi>] as const,
          ),
        ]}
      />
    </>
  ),
  content: reportFields,
  button: "Share",
  action: ({ query }, c) => visitHref(c.req.path, query),
  back: ({ query }) => visitHref("/visits", query),
  async save(c, fields, { write }) {
    const { workspace, dependencies } = c.var;
    const { filter, period, interval, compare } = await queryIn(c);
    const input = {
      ...fields,
      view: { filter, period, interval, compare },
      idempotency: await write(({ id }: { id: string }) => id),
    };
    const result = await shareReport(workspace.actor, input, dependencies);
    if (result.kind === "replayed")
      return pageResponse(<ShownBeforePage workspace={workspace} id={result.receipt} />);
    const address = `${dependencies.origins.api}/shared/${result.value.token}`;
    return pageResponse(<NewReportPage workspace={workspace} report={result.value} address={address} />);
  },
});

/** The screen that shares a view of visits, below /visits. */
export const shares = new Hono<DashboardEnv>().on(FORM, "/share", sharing);

/** The screens of reports, below /reports. */
export const reports = new Hono<DashboardEnv>()
  .get("/", showReports)
  .get("/:report", showReport)
  .get("/:report/table.csv", showReportCsv)
  .on(FORM, "/:report/change", change)
  .on(FORM, "/:report/address", newAddress)
  .on(FORM, "/:report/schedule", scheduling)
  .on(FORM, "/:report/send", sending)
  .on(FORM, "/:report/revoke", revocation);
