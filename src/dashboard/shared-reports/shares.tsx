import { Hono } from "hono";
import { getProject } from "../../access/get-projects.ts";
import { requireScope } from "../../access/permissions.ts";
import { dayOf } from "../../core/days.ts";
import { getVisitReport } from "../../visits/get-visit-report.ts";
import {
  getSharedReport,
  listSharedReports,
  revokeSharedReport,
} from "../../visits/manage-shared-reports.ts";
import { rangeInputOf } from "../../visits/period.ts";
import { SHARE_SCOPE, shareReport } from "../../visits/share-report.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import {
  type FormProblems,
  type FormValues,
  formValues,
  idempotentForm,
  NO_PROBLEMS,
  submit,
} from "../frame/forms.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { visitQueryIn } from "../visit-report/visit-query.ts";
import { NewReportPage, ShareFormPage, ShownBeforePage } from "./share-pages.tsx";
import { RevokeReportPage, SharedListPage } from "./shared-list-page.tsx";

/** The screens that share a view of visits with people without sign-in, and revoke it. */
export const shares = new Hono<DashboardEnv>()
  .get("/share", async (c) => pageAnswer(await shareForm(c, formValues(), NO_PROBLEMS)))
  .post("/share", (c) => {
    const { place, dependencies, origins } = c.var;
    return submit(
      c,
      ["name", "expiresAt"],
      async (values) => {
        const day = values.text("expiresAt");
        const { filter, period, interval } = queryOf(c);
        const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
        const result = await shareReport(
          place.actor,
          {
            name: values.text("name"),
            view: { filter, period, interval },
            // It ends with this day, in UTC.
            expiresAt: day === "" ? null : `${day}T23:59:59.999Z`,
            idempotency,
          },
          dependencies,
        );
        if (result.kind === "replayed")
          return pageAnswer(<ShownBeforePage place={place} id={result.receipt} />);
        const address = `${origins.api}/shared/${result.value.token}`;
        return pageAnswer(<NewReportPage place={place} report={result.value} address={address} />);
      },
      (values, problems) => shareForm(c, values, problems),
    );
  })
  .get("/shared", async (c) => {
    const { place, dependencies } = c.var;
    const cursor = c.req.query("cursor");
    const page = await listSharedReports(place.actor, { limit: PAGE_SIZE, cursor }, dependencies);
    const now = dependencies.now();
    return pageAnswer(
      <SharedListPage
        place={place}
        page={page}
        now={now}
        isFirst={cursor === undefined}
        done={c.req.query("done")}
      />,
    );
  })
  .get("/shared/:report/revoke", async (c) => {
    const { place, dependencies } = c.var;
    const report = await getSharedReport(place.actor, { id: c.req.param("report") }, dependencies);
    return pageAnswer(<RevokeReportPage place={place} report={report} problems={NO_PROBLEMS} />);
  })
  .post("/shared/:report/revoke", (c) => {
    const { place, dependencies } = c.var;
    const id = c.req.param("report");
    return submit(
      c,
      [],
      async () => {
        const { already } = await revokeSharedReport(place.actor, { id }, dependencies);
        return seeOther(`${place.base}/visits/shared?done=${already ? "already" : "revoked"}`);
      },
      async (_, problems) => {
        const report = await getSharedReport(place.actor, { id }, dependencies);
        return <RevokeReportPage place={place} report={report} problems={problems} />;
      },
    );
  });

const queryOf = (c: DashboardContext) =>
  visitQueryIn(new URL(c.req.url).searchParams, dayOf(c.var.dependencies.now()));

/** The form, with what will be shared: the view of the address. */
async function shareForm(c: DashboardContext, values: FormValues, problems: FormProblems) {
  const { place, dependencies } = c.var;
  requireScope(place.actor, SHARE_SCOPE);
  const query = queryOf(c);
  const range = rangeInputOf(query.period, query.interval, dependencies.now());
  const report = await getVisitReport(place.actor, { ...range, filter: query.filter, by: [] }, dependencies);
  const { projectId } = query.filter;
  const project = projectId === undefined ? null : await getProject(place.actor, { projectId }, dependencies);
  return <ShareFormPage {...{ place, query, report, project, values, problems }} />;
}
