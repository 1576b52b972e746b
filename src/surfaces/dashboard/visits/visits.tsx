import { Hono } from "hono";
import { listTags } from "../../../features/links/tag-store.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import { DIMENSIONS } from "../../../features/visits/statistics.ts";
import { checkedFilter } from "../../../features/visits/visit-filter.ts";
import { rangeInputOf } from "../../../features/visits/visit-range.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS } from "../../../ground/platform/error-status.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { csvDownload } from "../layout/downloads.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { openProjects } from "../layout/open-projects.ts";
import { chartNotes } from "../visit-report/day-notes.tsx";
import { REASONS } from "../visit-report/reasons.ts";
import { tablesFor } from "../visit-report/report-body.tsx";
import { reportCsv, TABLES } from "../visit-report/visit-csv.ts";
import { type VisitQuery, visitHref, visitQueryIn } from "../visit-report/visit-query.ts";
import { dropNote, newNote } from "./notes.tsx";
import { VisitsPage } from "./visits-page.tsx";

/** The screens of visits, below /visits. */
export const visits = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { workspace, dependencies } = c.var;
    const [projects, tags] = await Promise.all([
      openProjects(workspace, dependencies),
      listTags(workspace.actor, dependencies),
    ]);
    const parameters = new URL(c.req.url).searchParams;
    const today = await todayOf(c);
    let query: VisitQuery | null = null;
    try {
      query = visitQueryIn(parameters, today);
      const tables = tablesFor(checkedFilter(query.filter));
      const report = await getVisitReport(
        workspace.actor,
        { ...inputOf(query), by: tables, compare: query.compare ?? undefined },
        dependencies,
      );
      const notes = await chartNotes(c, report, visitHref("/visits", query), projects);
      return pageResponse(
        <VisitsPage {...{ workspace, projects, tags, parameters, query, report, today, notes }} />,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
      const problems = error.details ?? [];
      return pageResponse(
        <VisitsPage {...{ workspace, projects, tags, parameters, query, problems, today }} report={null} />,
        ERROR_STATUS[error.code],
      );
    }
  })
  .get("/notes", showForm(newNote))
  .post("/notes", takeForm(newNote))
  .post("/notes/remove", dropNote)
  .get("/table.csv", async (c) => {
    const { workspace, dependencies } = c.var;
    const table = TABLES.find((each) => each === c.req.query("table")) ?? "series";
    const input = inputOf(visitQueryIn(new URL(c.req.url).searchParams, await todayOf(c)));
    const by = DIMENSIONS.filter((each) => each === table);
    const report = await getVisitReport(workspace.actor, { ...input, by }, dependencies);
    const lines = reportCsv(report, table);
    if (isUnanswered(lines)) throw new ServiceError("not_found", REASONS[lines.unanswered]);
    return csvDownload(c, lines, `visits-${table}.csv`);
  });

async function todayOf(c: DashboardContext): Promise<string> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  return zone.dayOf(dependencies.now());
}

const inputOf = ({ filter, period, interval }: VisitQuery) => ({
  ...rangeInputOf(period, interval),
  filter,
});
